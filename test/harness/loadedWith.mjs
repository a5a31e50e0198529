/**
 * An output and all that it loads when it is loaded, which leaves out what it loads later.
 * @param {string} entry
 * @param {import('esbuild').Metafile} metafile
 * @returns {ReadonlySet<string>}
 */
export function loadedWith(entry, metafile) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) {
        found.add(next);
      }
    }
  }
  return found;
}
