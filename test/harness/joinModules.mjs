import { posix } from 'node:path';
import * as esbuild from 'esbuild';

/** @typedef {{ path: string, code: string, name: string }} Module An ES module; `path` from the root, with forward slashes. */

/** @typedef {Pick<esbuild.BuildOptions, 'format' | 'platform' | 'target' | 'minify' | 'charset' | 'supported'>} Form */

/**
 * Makes one CommonJS file of modules that are always loaded together, without a wrapper around each: V8 would read
 * what is in a wrapper twice. It exports each module by its `name`, and what the module exports whose name it takes.
 * @param {string} file From the root: where it will be.
 * @param {readonly Module[]} modules
 * @param {Form} form
 * @returns {Promise<string>}
 */
export async function joinModules(file, modules, form) {
  const folder = posix.dirname(file);
  const lines = modules.map(({ path, name: exported }) => {
    const from = JSON.stringify(`./${posix.relative(folder, path)}`);
    const name = path === file ? '*' : `* as ${JSON.stringify(exported)}`;
    return `export ${name} from ${from};`;
  });
  const { outputFiles } = await esbuild.build({
    ...form,
    bundle: true,
    write: false,
    stdin: { contents: lines.join('\n') },
    plugins: [servedFrom(modules, folder)],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * @param {readonly Module[]} modules
 * @param {string} folder Of the file that is made: what is not joined is named from there.
 * @returns {esbuild.Plugin}
 */
function servedFrom(modules, folder) {
  const byPath = new Map(modules.map(({ path, code }) => [path, code]));
  return {
    name: 'served-from-memory',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, importer, kind }) => {
        if (!path.startsWith('.')) return { path, external: true };
        const from = namespace === 'joined' ? posix.dirname(importer) : folder;
        const target = posix.join(from, path);
        // Who imports one later finds it then; esbuild would put it, and all of its own, in a function.
        const atOnce = kind !== 'dynamic-import';
        if (atOnce && byPath.has(target)) return { path: target, namespace: 'joined' };
        return { path: `./${posix.relative(folder, target)}`, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => ({
        contents: byPath.get(path) ?? '',
        loader: 'js',
      }));
    },
  };
}
