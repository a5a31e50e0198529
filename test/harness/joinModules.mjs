import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import { servedFrom } from './servedFrom.mjs';

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
    plugins: [servedFrom(modules, folder, { lazily: false })],
  });
  return outputFiles[0]?.text ?? '';
}
