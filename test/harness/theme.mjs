import { writeSettings } from './vscodeServer.mjs';

/** The themes that a user may have: VS Code's own name of each, and the class that its window then has. */
export const THEMES = Object.freeze({
  dark: { name: 'Dark Modern', class: 'dark_modern-json' },
  light: { name: 'Light Modern', class: 'light_modern-json' },
  'hc-black': { name: 'Default High Contrast', class: 'hc_black-json' },
  'hc-light': { name: 'Default High Contrast Light', class: 'hc_light-json' },
});

/** @typedef {keyof typeof THEMES} Theme */

/**
 * Chooses the colours as a user does, once VS Code has loaded its default theme: a server's window reads
 * the user's settings too late for the first one, and never looks at them again until they change.
 * @param {import('playwright-core').Page} page
 * @param {string} settingsFile
 * @param {Theme} theme
 */
export async function applyTheme(page, settingsFile, theme) {
  await page.locator('.monaco-workbench[class*="vscode-theme-"]').waitFor();
  const wanted = page.locator(`.monaco-workbench[class*="${THEMES[theme].class}"]`);
  if ((await wanted.count()) > 0) return;
  await writeSettings(settingsFile, { 'workbench.colorTheme': 'Visual Studio Light' });
  await writeSettings(settingsFile, { 'workbench.colorTheme': THEMES[theme].name });
  await wanted.waitFor();
}
