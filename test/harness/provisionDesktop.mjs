import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SilentReporter, downloadAndUnzipVSCode } from '@vscode/test-electron';
import { CACHE } from './paths.mjs';
import { StepError, step } from './progress.mjs';

/** The same VS Code as the server's. */
const VERSION = '1.139.1';

/** How long the download may stand still, in ms. */
const STALLED = 15_000;

/**
 * The executable of a desktop VS Code: the one of VSCODE_PATH, the one whose `code` is on PATH, or a download.
 * @returns {Promise<string | undefined>} Nothing when none can be had here.
 * @throws {StepError} When VSCODE_PATH names nothing.
 */
export async function findDesktop() {
  const named = process.env['VSCODE_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) {
      throw new StepError('Finding VS Code', `VSCODE_PATH names ${named}, which does not exist.`);
    }
    return statSync(named).isDirectory() ? executableIn(named) : named;
  }
  if (process.platform === 'linux' && !hasDisplay()) {
    return undefined;
  }
  return fromCommandLine() ?? (await download());
}

/** A desktop program can't show its window without one. */
function hasDisplay() {
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** The executable behind the `code` command, which is a script inside the installation. */
function fromCommandLine() {
  const name = process.platform === 'win32' ? 'code.cmd' : 'code';
  for (const folder of (process.env['PATH'] ?? process.env['Path'] ?? '').split(delimiter)) {
    const script = join(folder, name);
    if (existsSync(script)) {
      const bin = dirname(realpathSync(script));
      const found = executableIn(
        process.platform === 'darwin' ? join(bin, '../../../..') : join(bin, '..'),
      );
      if (found !== undefined) {
        return found;
      }
    }
  }
  return undefined;
}

/**
 * @param {string} installation Folder, or the `.app` of macOS.
 * @returns {string | undefined}
 */
function executableIn(installation) {
  const places = ['Contents/MacOS/Electron', 'Contents/MacOS/Code', 'Code.exe', 'code'];
  return places
    .map((place) => join(installation, place))
    .find((place) => existsSync(place) && statSync(place).isFile());
}

/** @returns {Promise<string | undefined>} */
async function download() {
  return await step(`Looking for VS Code ${VERSION} to download`, async () => {
    try {
      return await downloadAndUnzipVSCode({
        version: VERSION,
        cachePath: CACHE,
        timeout: STALLED,
        reporter: new SilentReporter(),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.log(`A desktop VS Code can't be downloaded here: ${reason}`);
      return undefined;
    }
  });
}
