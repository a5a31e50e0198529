import { dirname, join, resolve } from 'node:path';

/** What the tables take of their own: constants, so that two copies are as good as one. */
const COPIED = 'src/api/versions.ts';

/** Who the tables are. */
const TABLES = /^src\/api\/(operations|schema)\//;

/**
 * Gives the tables a copy of the few constants that they share with the entry. Without it they would need the entry's
 * file, which no other program than the extension can load, or the entry a second file at each activation.
 * @returns {import('esbuild').Plugin}
 */
export function ownVersions() {
  return {
    name: 'own-versions',
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      build.onResolve({ filter: /\/versions$/ }, ({ path, importer }) => {
        const target = `${resolve(dirname(importer), path)}.ts`;
        const isTable = TABLES.test(importer.slice(root.length + 1).replaceAll('\\', '/'));
        if (!isTable || target !== join(root, COPIED)) return undefined;
        return { path: target, suffix: '?tables' };
      });
    },
  };
}
