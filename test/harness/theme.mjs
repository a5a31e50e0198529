/** The themes that a user may have: VS Code's own name of each, the label in its list, and the class that its window then has. */
export const THEMES = Object.freeze({
  dark: { name: 'Dark Modern', label: 'Dark Modern', class: 'dark_modern-json' },
  light: { name: 'Light Modern', label: 'Light Modern', class: 'light_modern-json' },
  'hc-black': {
    name: 'Default High Contrast',
    label: 'Dark High Contrast',
    class: 'hc_black-json',
  },
  'hc-light': {
    name: 'Default High Contrast Light',
    label: 'Light High Contrast',
    class: 'hc_light-json',
  },
});

/** @typedef {keyof typeof THEMES} Theme */
