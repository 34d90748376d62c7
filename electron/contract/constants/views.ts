/** The views of the navigation in its order, with the names that users read. Page and specs list them from here. */
export const views = [
  { name: 'sessions', label: 'Sessions' },
  { name: 'archive', label: 'Archive' },
  { name: 'profiles', label: 'Profiles' },
  { name: 'functions', label: 'Functions' },
  { name: 'cache-policy', label: 'Cache policy' },
  { name: 'activity', label: 'Activity' },
  { name: 'settings', label: 'Settings' },
] as const
export type ViewName = (typeof views)[number]['name']
