import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCli } from './npm.mjs';
import { CACHE } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError, adviceFor, step } from './progress.mjs';

const FILES = ['package.json', 'package-lock.json', '.npmrc'];
const LOCK = 'package-lock.json';

/**
 * Installs packages that are none of the project where that has not been done since their lock file changed.
 * @param {string} source Folder of their lock file.
 * @param {string} name Of their folder in the cache.
 * @param {string} title What is being done.
 * @returns {Promise<string>} Where they stand.
 * @throws {StepError} When npm fails.
 */
export async function installApart(source, name, title) {
  const folder = join(CACHE, name);
  const wanted = await readFile(join(source, LOCK), 'utf8');
  const installed = join(folder, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return folder;
  await mkdir(folder, { recursive: true });
  for (const file of FILES) await copyFile(join(source, file), join(folder, file));
  await step(`${title} (npm ci)`, async () => {
    const { code, output } = await capture(process.execPath, [npmCli(), 'ci', '--ignore-scripts'], {
      cwd: folder,
    });
    if (code !== 0) throw new StepError('npm ci', adviceFor(output), output.trimEnd());
  });
  await copyFile(join(source, LOCK), installed);
  return folder;
}
