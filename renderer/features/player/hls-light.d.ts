// The light build (no DRM, captions or alternate audio: recordings have none) ships without types of its own.
declare module 'hls.js/light' {
  export * from 'hls.js'
  // biome-ignore lint/style/noDefaultExport: the module has a default export
  export { default } from 'hls.js'
}
