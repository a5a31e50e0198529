import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What VS Code's own themes (Light Modern, Dark Modern and the two high-contrast ones) give to a webview, as
 * `recordThemes.mjs` has written it.
 * @type {{ readonly [theme: string]: { readonly [variable: string]: string } }}
 */
export const COLOURS = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8'));

export const THEMES = Object.keys(COLOURS);

/** Classes that VS Code gives the body. @type {{ readonly [theme: string]: string }} */
export const BODY_CLASSES = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

const FONTS = {
  'font-family': "system-ui, 'Ubuntu', 'Droid Sans', 'DejaVu Sans', sans-serif",
  'font-size': '13px',
  'font-weight': 'normal',
  'editor-font-family': "'Droid Sans Mono', 'DejaVu Sans Mono', monospace",
  'editor-font-size': '14px',
};

/** What VS Code puts into every webview before our own style sheet. */
const DEFAULTS = `@layer vscode-default {
html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight);
  font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
img, video { max-width: 100%; max-height: 100%; }
a, a code { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
code { font-family: monospace; color: var(--vscode-textPreformat-foreground);
  background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
pre code { padding: 0; }
blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
}`;

/**
 * The style sheet that stands for VS Code's theme.
 * @param {string} name One of `THEMES`.
 */
export function themeCss(name) {
  const values = { ...FONTS, ...COLOURS[name] };
  const lines = Object.entries(values).map(
    ([key, value]) => `--vscode-${key.replaceAll('.', '\\.')}: ${value};`,
  );
  return `:root { color-scheme: ${name.includes('dark') ? 'dark' : 'light'}; ${lines.join(' ')} }${DEFAULTS}`;
}
