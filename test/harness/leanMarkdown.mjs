import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const ENGINE = join(ROOT, 'src/playground/webview/markdown/engine');

/**
 * What markdown-it imports, and the file of ours in its place. They bring tables that every browser has: a third of the
 * parser. Of its API they have what markdown-it uses.
 * @type {Readonly<Record<string, string>>}
 */
const OURS = {
  entities: 'entities.ts',
  'linkify-it': 'linkify.ts',
  mdurl: 'addresses.ts',
  'uc.micro': 'punctuation.ts',
};

/** Names of hosts in other letters are left to `URL`. */
const NEVER_USED = 'punycode.js';

/**
 * Bundles markdown-it with what the browser knows anyway.
 * @param {{ keeps?: readonly string[] }} [options] Those that stay, where there is no page.
 * @returns {import('esbuild').Plugin}
 */
export function leanMarkdown({ keeps = [] } = {}) {
  return {
    name: 'lean-markdown',
    setup(build) {
      /** @type {Set<string>} */
      const seen = new Set();
      build.onStart(() => seen.clear());
      const filter = new RegExp(`^(${[...Object.keys(OURS), NEVER_USED].join('|')})$`);
      build.onResolve({ filter }, ({ path, importer }) => {
        if (!/[\\/]node_modules[\\/]markdown-it[\\/]/.test(importer)) return undefined;
        seen.add(path);
        if (keeps.includes(path)) return undefined;
        const file = OURS[path];
        return file === undefined
          ? { path, namespace: 'never-used' }
          : { path: join(ENGINE, file) };
      });
      build.onLoad({ filter: /.*/, namespace: 'never-used' }, () => ({
        contents: 'export default {};',
        loader: 'js',
      }));
      build.onEnd(() => {
        // A row for a package that markdown-it no longer imports would save nothing, silently.
        const stale = seen.size === 0 ? [] : Object.keys(OURS).filter((name) => !seen.has(name));
        return { errors: stale.map((name) => ({ text: `markdown-it imports no ${name}` })) };
      });
    },
  };
}
