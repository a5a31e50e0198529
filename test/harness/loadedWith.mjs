/**
 * An output and all that it loads when it is loaded, which leaves out what it loads later.
 * @param {string} entry
 * @param {import('esbuild').Metafile} metafile
 * @param {{ later?: boolean }} [options] `later`: what it loads later as well, and so on.
 * @returns {ReadonlySet<string>}
 */
export function loadedWith(entry, metafile, { later = false } = {}) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if ((later || kind !== 'dynamic-import') && external !== true) {
        found.add(next);
      }
    }
  }
  return found;
}
