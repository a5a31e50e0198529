/**
 * Writes `themes.json`: the colours that VS Code's own themes give to a webview, as far as panels may use them. To be run
 * where VS Code is a newer one: `node test/ui/preview/recordThemes.mjs`. Needs a build.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/paths.mjs';
import { openWorkbench } from '../../harness/workbench.mjs';
import { Playground } from '../support/playground.mjs';
import { openPlayground, tryEmulator } from '../support/steps.mjs';

/** VS Code's themes by the names that they have here. */
const NAMES = /** @type {const} */ ({
  light: 'light',
  dark: 'dark',
  'hc-dark': 'hc-black',
  'hc-light': 'hc-light',
});

/** Names of the variables in our sources, without `--vscode-`, sorted. @returns {readonly string[]} */
export function usedColours() {
  const files = globSync('src/**/*.{css,ts,tsx}', { cwd: ROOT });
  const found = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/--vscode-([\w-]+(?:\\\.[\w-]+)*)/g),
  ]);
  return [...new Set(found.map(([, name = '']) => name.replaceAll('\\', '')))]
    .filter((name) => !/font/.test(name))
    .sort();
}

/** Families of colours that are for controls, texts and lists; those of editors, terminals and the like are left out. */
export const keptColours =
  /^(foreground|focusBorder|contrast|icon-|description|error|disabled|button|input|checkbox|radio|dropdown|list-|badge|menu-|editorWidget|editorHover|editor-(fore|back|sel)|editor(Warning|Error|Info)-|editorIndentGuide-background1|editorGroup-drop|widget|quickInput|text|progressBar|scrollbar|toolbar|sash|panel-|sideBar|settings|chat-|notifications-|problems|charts|symbolIcon|debugTokenExpression|testing-icon|keybindingLabel|banner|selection|link|tree-)/;

async function record() {
  /** @type {{ [theme: string]: { readonly [name: string]: string } }} */
  const all = {};
  for (const [name, theme] of Object.entries(NAMES)) {
    const workbench = await openWorkbench({ theme });
    await tryEmulator(workbench);
    await openPlayground(workbench);
    const { frame } = new Playground(workbench);
    const values = await frame.locator('html').evaluate(({ style }) =>
      [...style]
        .filter((property) => property.startsWith('--vscode-'))
        .map((property) => [property.slice('--vscode-'.length), style.getPropertyValue(property)])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    );
    const kept = values.filter(([one = '']) => keptColours.test(one) && !/font/.test(one));
    all[name] = Object.fromEntries(kept);
    await workbench.close();
  }
  writeFileSync(join(import.meta.dirname, 'themes.json'), `${JSON.stringify(all, undefined, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) await record();
