import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { CACHE, ROOT } from '../../harness/paths.mjs';

const FOLDER = join(CACHE, 'bench-extension');
const SAME = ['dist', 'media', 'package.nls.json'];

/** Title of the command that writes what our extension costs. */
export const MEASURE = 'Bench: Measure';

/** Title of the command that writes when answers arrived. */
export const ARRIVALS = 'Bench: Arrivals';

/** Title of the command that lets the benchmark drive the tree, and writes on which port. */
export const DRIVE = 'Bench: Drive the Tree';

/** Where they write. */
export const FIGURES = join(FOLDER, 'figures.json');

/**
 * The extension as it is in dist, with a main file around its own that measures it.
 * @returns {Promise<string>} Its folder.
 */
export async function probedExtension() {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  manifest.main = './probe.js';
  manifest.contributes.commands.push(
    { command: 'bench.measure', title: MEASURE },
    { command: 'bench.arrivals', title: ARRIVALS },
    { command: 'bench.drive', title: DRIVE },
  );
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  for (const name of SAME) await symlink(join(ROOT, name), join(FOLDER, name));
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'probe.mjs')],
    outfile: join(FOLDER, 'probe.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  return FOLDER;
}
