import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import { servedFrom } from './servedFrom.mjs';

/** @typedef {import('./joinModules.mjs').Form} Form */

/** @typedef {{ path: string, code: string, name?: string | undefined }} LazyModule An ES module; without a `name` it is only for the others. */

/**
 * One CommonJS file of many modules, each of which runs when it is first asked for. It exports a function: the name of a
 * module to its exports. The modules see each other without exports and imports between them, which is a fifteenth of
 * the whole.
 * @param {string} file From the root: where it will be.
 * @param {readonly LazyModule[]} modules Neighbours that are alike compress better.
 * @param {Form} form
 * @returns {Promise<string>}
 */
export async function lazyModules(file, modules, form) {
  const folder = posix.dirname(file);
  const rows = modules.flatMap(({ path, name }) => {
    const from = JSON.stringify(`./${posix.relative(folder, path)}`);
    return name === undefined ? [] : [`${JSON.stringify(name)}: () => require(${from})`];
  });
  const { outputFiles } = await esbuild.build({
    ...form,
    bundle: true,
    write: false,
    stdin: {
      contents: `const lazy = { ${rows.join()} }; module.exports = (name) => lazy[name]();`,
    },
    plugins: [servedFrom(modules, folder, { lazily: true })],
  });
  return `"use strict";${outputFiles[0]?.text ?? ''}`;
}
