import { posix } from 'node:path';

/** @typedef {import('./joinModules.mjs').Module} Module */

/**
 * Lets esbuild take modules out of memory; what is none of them stays outside, named from where the result will be.
 * @param {readonly Pick<Module, 'path' | 'code'>[]} modules
 * @param {string} folder Of the file that is made.
 * @param {{ lazily: boolean }} options `lazily`: also what is imported later comes into the result. Then esbuild puts
 *   every module in a function, with all that it imports.
 * @returns {import('esbuild').Plugin}
 */
export function servedFrom(modules, folder, { lazily }) {
  const byPath = new Map(modules.map(({ path, code }) => [path, code]));
  return {
    name: 'served-from-memory',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, importer, kind }) => {
        if (!path.startsWith('.')) return { path, external: true };
        const from = namespace === 'joined' ? posix.dirname(importer) : folder;
        const target = posix.join(from, path);
        const isTaken = lazily || kind !== 'dynamic-import';
        if (isTaken && byPath.has(target)) return { path: target, namespace: 'joined' };
        return { path: `./${posix.relative(folder, target)}`, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => ({
        contents: byPath.get(path) ?? '',
        loader: 'js',
      }));
    },
  };
}
