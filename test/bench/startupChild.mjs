// Loads files of dist in a process that resembles an extension host, and says how long each took.
import Module, { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { answer, job } from './child.mjs';
import { preloadBuiltins } from './hostLike.mjs';

/** @typedef {{ path: string, name?: string }} Chunk `name` where several share a file, which gives each by its name. */

/** @type {{ entry: string, later: Chunk[], cache?: string }} */
const { entry, later, cache } = job();

/** Whatever is asked of `vscode` while files are loaded: classes to extend, and their members. */
const vscode = new Proxy(Object, {
  get: (_, name) => (name === 'prototype' ? {} : /** @type {unknown} */ (vscode)),
});

const require = createRequire(import.meta.url);
preloadBuiltins();
/** @typedef {(name: string, ...rest: unknown[]) => unknown} Load */
const loader = /** @type {{ _load: Load }} */ (/** @type {unknown} */ (Module));
const load = loader._load;
/** @type {Load} */
loader._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
if (cache !== undefined) enableCompileCache(cache);

/** @param {() => void} work */
function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const entryMs = timed(() => require(entry));
const loaded = Object.keys(require.cache);
const laterMs = timed(() => {
  for (const { path, name } of later) {
    const loaded = require(path);
    if (name !== undefined) loaded(name);
  }
});
flushCompileCache();
answer({ entryMs, laterMs, loaded });
