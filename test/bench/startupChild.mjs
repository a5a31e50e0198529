// Loads files in a process that resembles an extension host, and says how long each took and what it loaded.
import Module, { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { answer, job } from './child.mjs';
import { preloadBuiltins } from './hostLike.mjs';

/** @type {{ paths: readonly string[], cache?: string }} */
const { paths, cache } = job();

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

const loads = paths.map((path) => {
  const before = new Set(Object.keys(require.cache));
  const start = performance.now();
  require(path);
  const ms = performance.now() - start;
  return { ms, files: Object.keys(require.cache).filter((file) => !before.has(file)) };
});
flushCompileCache();
answer({ loads });
