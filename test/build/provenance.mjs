import { readFile } from 'node:fs/promises';

/**
 * Bundles the pack of models without what only who keeps it by hand reads: where each fact was read, and remarks.
 * @returns {import('esbuild').Plugin}
 */
export function withoutProvenance() {
  return {
    name: 'without-provenance',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]api[\\/]models\.json$/ }, async ({ path }) => {
        /** @type {{ models: readonly Record<string, unknown>[] }} */
        const pack = JSON.parse(await readFile(path, 'utf8'));
        const told = new Set(['sources', 'note']);
        const contents = JSON.stringify(pack, (key, value) => (told.has(key) ? undefined : value));
        return { contents, loader: 'json' };
      });
    },
  };
}
