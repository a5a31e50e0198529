/**
 * The themes that a user may have: VS Code's own name of each, the class that its window then has, and what a system
 * says for which VS Code chooses it.
 */
export const THEMES = Object.freeze({
  dark: {
    name: 'Dark Modern',
    class: 'dark_modern-json',
    media: /** @type {const} */ ({ colorScheme: 'dark', forcedColors: 'none' }),
  },
  light: {
    name: 'Light Modern',
    class: 'light_modern-json',
    media: /** @type {const} */ ({ colorScheme: 'light', forcedColors: 'none' }),
  },
  'hc-black': {
    name: 'Default High Contrast',
    class: 'hc_black-json',
    media: /** @type {const} */ ({ colorScheme: 'dark', forcedColors: 'active' }),
  },
  'hc-light': {
    name: 'Default High Contrast Light',
    class: 'hc_light-json',
    media: /** @type {const} */ ({ colorScheme: 'light', forcedColors: 'active' }),
  },
});

/** Settings of a window that takes its colours from the system, so that they can change while it does something. */
export const SYSTEM_COLOURS = Object.freeze({
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.preferredDarkColorTheme': THEMES.dark.name,
  'workbench.preferredLightColorTheme': THEMES.light.name,
  'workbench.preferredHighContrastColorTheme': THEMES['hc-black'].name,
  'workbench.preferredHighContrastLightColorTheme': THEMES['hc-light'].name,
});

/** @typedef {keyof typeof THEMES} Theme */
