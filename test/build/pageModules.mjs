import { relative } from 'node:path';

/**
 * What pages import later, by source: a script of its own beside theirs, where an `import()` of a page finds it.
 * @type {Readonly<Record<string, string>>}
 */
const PAGE_MODULES = { 'src/playground/webview/math/engine.ts': 'math' };

/** Their entry points. @type {Readonly<Record<string, string>>} */
export const pageModuleEntries = Object.fromEntries(
  Object.entries(PAGE_MODULES).map(([source, name]) => [name, source]),
);

/**
 * Leaves what pages import later out of their scripts, so that it keeps its name.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
export function importsPageModules(root) {
  return {
    name: 'imports-page-modules',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'resolving') return undefined;
        const found = await build.resolve(path, { kind, resolveDir, pluginData: 'resolving' });
        const name = PAGE_MODULES[relative(root, found.path).replaceAll('\\', '/')];
        return name === undefined ? found : { path: `./${name}.js`, external: true };
      });
    },
  };
}
