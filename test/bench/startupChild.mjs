// Loads files of dist in a process that resembles an extension host, and says how long each took.
import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import Module from 'node:module';
import { answer, job } from './child.mjs';
import { preloadBuiltins } from './hostLike.mjs';

/** @typedef {{ path: string, name?: string }} Chunk `name` where several share a file, which gives each by its name. */

/** @type {{ entry: string, later: Chunk[], cache?: string }} */
const { entry, later, cache } = job();

/** @type {any} Whatever is asked of `vscode` while files are loaded: classes to extend, and their members. */
const vscode = new Proxy(class {}, {
  get: (_, name) => (name === 'prototype' ? {} : vscode),
});

const require = createRequire(import.meta.url);
preloadBuiltins();
const loader = /** @type {{ _load: (name: string, ...rest: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (Module)
);
const load = loader._load;
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
  for (const { path, name } of later) name === undefined ? require(path) : require(path)(name);
});
flushCompileCache();
answer({ entryMs, laterMs, loaded });
