import {
  ActionIcon,
  Button,
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Popover,
  SegmentedControl,
  Switch,
  Tooltip,
} from '@mantine/core'
import classes from './theme.module.css'

const all = (value: string): MantineColorsTuple => [
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
]

/** Mantine's `dark` runs from text to page; ours from page (n0) to text (n9). */
const dark = [9, 8, 7, 6, 5, 4, 3, 1, 0, 0].map((step) => `var(--desk-n${step})`) as unknown as MantineColorsTuple
const gray = [0, 2, 3, 4, 5, 6, 7, 7, 8, 9].map((step) => `var(--desk-n${step})`) as unknown as MantineColorsTuple

/** Passed on to the button, though the library's type for defaults leaves it out. */
const closeName = { 'aria-label': 'Close' }

/** Mantine uses our tokens, with no literal colour or size. */
export const theme = createTheme({
  primaryColor: 'desk',
  primaryShade: 6,
  colors: {
    desk: all('var(--desk-accent-fill)'),
    red: all('var(--desk-error)'),
    green: all('var(--desk-ready)'),
    blue: all('var(--desk-archived)'),
    dark,
    gray,
  },
  fontFamily: 'var(--desk-font)',
  fontFamilyMonospace: 'var(--desk-mono)',
  fontSizes: {
    xs: 'var(--desk-fs-s)',
    sm: 'var(--desk-fs)',
    md: 'var(--desk-fs)',
    lg: 'var(--desk-fs-title)',
    xl: 'var(--desk-fs-big)',
  },
  spacing: { xs: 'var(--s2)', sm: 'var(--s3)', md: 'var(--s4)', lg: 'var(--s6)', xl: 'var(--s8)' },
  radius: {
    xs: 'var(--desk-radius-s)',
    sm: 'var(--desk-radius)',
    md: 'var(--desk-radius-panel)',
    lg: 'var(--desk-radius-panel)',
    xl: 'var(--desk-radius-panel)',
  },
  headings: { fontFamily: 'var(--desk-font)', fontWeight: 'var(--desk-weight-strong)' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' }, classNames: { root: classes.button } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' }, classNames: { root: classes.action } }),
    CloseButton: CloseButton.extend({ defaultProps: { ...closeName } }),
    Input: Input.extend({ defaultProps: { size: 'sm' }, classNames: { wrapper: classes.input } }),
    InputWrapper: Input.Wrapper.extend({
      classNames: { label: classes.label, description: classes.description, error: classes.error },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs', transitionDuration: 120, withItemsBorders: false },
      classNames: { root: classes.segments, indicator: classes.segmentsThumb, label: classes.segmentsLabel },
    }),
    Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
    Menu: Menu.extend({
      defaultProps: { shadow: 'none', transitionProps: { duration: 0 } },
      classNames: { dropdown: classes.floating, item: classes.item },
    }),
    Popover: Popover.extend({
      defaultProps: { shadow: 'none', transitionProps: { duration: 0 } },
      classNames: { dropdown: classes.floating },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, transitionProps: { duration: 120, exitDuration: 0, transition: 'fade' } },
      classNames: {
        content: classes.floating,
        title: classes.modalTitle,
        header: classes.modalHeader,
        body: classes.modalBody,
        overlay: classes.modalOverlay,
      },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, closeDelay: 0, transitionProps: { duration: 0 }, withinPortal: true },
      classNames: { tooltip: classes.tooltip },
    }),
  },
})

const shared = {
  '--mantine-color-body': 'var(--desk-bg)',
  '--mantine-color-text': 'var(--desk-text)',
  '--mantine-color-bright': 'var(--desk-text)',
  '--mantine-color-dimmed': 'var(--desk-text-2)',
  '--mantine-color-placeholder': 'var(--desk-text-2)',
  '--mantine-color-error': 'var(--desk-error)',
  '--mantine-color-anchor': 'var(--desk-accent)',
  '--mantine-color-default': 'var(--desk-surface-1)',
  '--mantine-color-default-hover': 'var(--desk-surface-2)',
  '--mantine-color-default-color': 'var(--desk-text)',
  '--mantine-color-default-border': 'var(--desk-n5)',
  '--mantine-color-disabled': 'var(--desk-surface-2)',
  '--mantine-color-disabled-color': 'var(--desk-n6)',
  '--mantine-color-disabled-border': 'var(--desk-line)',
  '--mantine-primary-color-filled': 'var(--desk-accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--desk-accent-fill-hover)',
  '--mantine-color-desk-filled': 'var(--desk-accent-fill)',
  '--mantine-color-desk-filled-hover': 'var(--desk-accent-fill-hover)',
  '--mantine-color-desk-light': 'var(--desk-accent-soft)',
  '--mantine-color-desk-light-hover': 'var(--desk-accent-soft-hover)',
  '--mantine-color-desk-light-color': 'var(--desk-accent)',
  '--mantine-color-desk-outline': 'var(--desk-accent)',
  '--mantine-color-desk-text': 'var(--desk-accent)',
  '--mantine-primary-color-light': 'var(--desk-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--desk-accent-soft-hover)',
  '--mantine-primary-color-light-color': 'var(--desk-accent)',
}

/** The same names in both themes: the tokens themselves change. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
