import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { ROOT } from '../../harness/paths.mjs';

/**
 * A module of this folder with what it takes of the sources, for processes that have nothing else of them.
 * @param {string} name Without its ending.
 * @param {string} folder Where it goes.
 * @returns {Promise<string>} Its path.
 */
export async function bundle(name, folder) {
  const outfile = join(folder, `${name}.cjs`);
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [`test/bench/${name}.ts`],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
  });
  return outfile;
}
