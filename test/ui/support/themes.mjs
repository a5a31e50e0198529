import { THEMES } from '../../harness/theme.mjs';

/** Settings of a window that takes its colours from the system. */
export const SYSTEM_COLOURS = Object.freeze({
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.preferredDarkColorTheme': THEMES.dark.name,
  'workbench.preferredLightColorTheme': THEMES.light.name,
  'workbench.preferredHighContrastColorTheme': THEMES['hc-black'].name,
});

/** What the system says of each theme. */
const MEDIA = Object.freeze({
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  light: { colorScheme: 'light', forcedColors: 'none' },
  'hc-black': { colorScheme: 'dark', forcedColors: 'active' },
});

/**
 * Changes the colours of the system: what is open in the window stays open.
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {keyof typeof MEDIA} theme
 */
export async function paint({ page }, theme) {
  await page.emulateMedia(/** @type {any} */ (MEDIA[theme]));
  await page.locator(`.monaco-workbench[class*="${THEMES[theme].class}"]`).waitFor();
}
