// Installs the packages of package-lock.json when that has not been done, or not since the file changed.
// Runs on Node 20, before anything is installed: only built-in modules and files of this folder.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from './main.mjs';
import { npmCli } from './npm.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError, adviceFor, step } from './progress.mjs';

/** npm writes this file last, so that it stands only after a whole installation. */
const MARKER = join(ROOT, 'node_modules/.package-lock.json');

function isCurrent() {
  const lock = join(ROOT, 'package-lock.json');
  return existsSync(MARKER) && statSync(MARKER).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * @returns {Promise<void>}
 * @throws {StepError} When npm fails.
 */
export async function install() {
  if (isCurrent()) {
    return;
  }
  await step('Installing packages (npm ci)', async () => {
    const { code, output } = await capture(process.execPath, [npmCli(), 'ci'], { cwd: ROOT });
    if (code !== 0) {
      throw new StepError('npm ci', adviceFor(output), output.trimEnd());
    }
  });
}

if (isMain(import.meta.url)) {
  try {
    await install();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
