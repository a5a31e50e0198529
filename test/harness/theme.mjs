/** The themes that a user may have: VS Code's own name of each, and the class that its window then has. */
export const THEMES = Object.freeze({
  dark: { name: 'Dark Modern', class: 'dark_modern-json' },
  light: { name: 'Light Modern', class: 'light_modern-json' },
  'hc-black': { name: 'Default High Contrast', class: 'hc_black-json' },
  'hc-light': { name: 'Default High Contrast Light', class: 'hc_light-json' },
});

/** @typedef {keyof typeof THEMES} Theme */
