import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmCli } from '../harness/npm.mjs';
import { CACHE } from '../harness/paths.mjs';
import { capture } from '../harness/processes.mjs';
import { StepError, adviceFor, step } from '../harness/progress.mjs';

/** What we are compared with stands here, apart from the packages of the project. */
const FOLDER = join(CACHE, 'bench');

const FILES = ['package.json', 'package-lock.json', '.npmrc'];
const LOCK = 'package-lock.json';

/**
 * Installs the peers, which tests of the emulator use too, where that has not been done since their lock file changed.
 * @returns {Promise<void>}
 * @throws {StepError} When npm fails.
 */
export async function installPeers() {
  const wanted = await readFile(join(import.meta.dirname, LOCK), 'utf8');
  const installed = join(FOLDER, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) {
    return;
  }
  await mkdir(FOLDER, { recursive: true });
  for (const name of FILES) {
    await copyFile(join(import.meta.dirname, name), join(FOLDER, name));
  }
  await step('Installing Google’s SDKs and what else is compared with (npm ci)', async () => {
    const { code, output } = await capture(process.execPath, [npmCli(), 'ci', '--ignore-scripts'], {
      cwd: FOLDER,
    });
    if (code !== 0) {
      throw new StepError('npm ci', adviceFor(output), output.trimEnd());
    }
  });
  await copyFile(join(import.meta.dirname, LOCK), installed);
}

/** Loads a peer as a CommonJS program does. */
export const requirePeer = createRequire(join(FOLDER, 'package.json'));
