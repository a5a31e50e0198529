// The second half of `npm start`, under our own Node and with everything installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stop as stopEsbuild } from 'esbuild';
import { buildProduct } from '../../esbuild.mjs';
import { interruption } from './interruption.mjs';
import { packExtension } from './package.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { stopDescendants, stopTree } from './processes.mjs';
import { StepError, step } from './progress.mjs';
import { provision } from './provision.mjs';
import {
  EMULATOR,
  cleanEnvironment,
  installExtension,
  startFullServer,
  writeSettings,
} from './vscodeServer.mjs';

/** Conversations, settings and the like of earlier starts. */
const HOME = resolve(process.env['START_DATA'] ?? join(CACHE, 'start'));

const SETTINGS = {
  'generativeLanguage.activeConnection': 'emulator',
};

/** @typedef {{ address?: string, ended: Promise<void>, stop: () => Promise<unknown> }} Running */

const interrupted = interruption();

/** @returns {Promise<number>} The exit code. */
async function main() {
  const running = await Promise.race([interrupted, open()]);
  if (running === undefined) {
    await stopDescendants();
    console.log('Ended before VS Code was open; what is installed stays for the next time.');
    return 130;
  }
  await Promise.race([interrupted, running.ended]);
  await running.stop();
  return 0;
}

async function open() {
  const { values } = parseArgs({
    options: {
      web: { type: 'boolean' },
      'no-open': { type: 'boolean' },
      port: { type: 'string' },
    },
  });
  const isQuiet = values['no-open'] === true;
  await step('Building the extension', () => buildProduct());
  await stopEsbuild();
  const vscode = await provision({ web: values.web === true || isQuiet });
  const folder = await demoFolder();
  const running =
    vscode.kind === 'desktop'
      ? await startDesktop(vscode.executable, folder)
      : await startWeb(vscode, folder, values.port);
  if (running.address !== undefined) {
    console.log(`\nVS Code is open at ${running.address}`);
    if (!isQuiet) {
      openInBrowser(running.address);
    }
  }
  console.log(
    'Open “Gemini API” in the activity bar. Ctrl+C ends VS Code and everything it started.',
  );
  return running;
}

/**
 * @param {string} executable
 * @param {string} folder
 * @returns {Promise<Running>}
 */
async function startDesktop(executable, folder) {
  const user = join(HOME, 'desktop');
  await writeSettings(join(user, 'User/settings.json'), SETTINGS);
  const args = [
    `--user-data-dir=${user}`,
    `--extensions-dir=${join(HOME, 'desktop-extensions')}`,
    `--extensionDevelopmentPath=${ROOT}`,
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-workspace-trust',
    '--disable-telemetry',
    '--disable-updates',
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    folder,
  ];
  const child = spawn(executable, args, { stdio: 'ignore', env: cleanEnvironment() });
  await once(child, 'spawn');
  console.log('\nVS Code opens in a window of its own.');
  return { ended: once(child, 'exit').then(() => undefined), stop: () => stopTree(child) };
}

/**
 * @param {import('./provisionServer.mjs').VscodeServer} vscode
 * @param {string} folder
 * @param {string | undefined} wanted
 * @returns {Promise<Running>}
 */
async function startWeb(vscode, folder, wanted) {
  const folders = { home: join(HOME, 'web'), extensions: join(HOME, 'web-extensions') };
  await step('Installing the extension', async () => {
    // The same version again, so that nothing of an older build is left.
    await rm(folders.extensions, { recursive: true, force: true });
    const vsix = await packExtension(join(HOME, 'generative-language.vsix'));
    await installExtension(vscode, vsix, folders);
  });
  const port = wanted === undefined ? await usualPort() : Number(wanted);
  const server = await step('Starting VS Code', () =>
    startFullServer(vscode, { ...folders, port, settings: SETTINGS, patient: EMULATOR }),
  );
  // The browser keeps VS Code's state by address: the same port finds it again.
  await writeFile(join(HOME, 'port'), String(server.port));
  const address = `${server.origin}/?${new URLSearchParams({ folder })}`;
  return { address, ended: server.ended, stop: server.stop };
}

/** The port of the last time, or any when that was never or it is taken. */
async function usualPort() {
  const last = Number(await readFile(join(HOME, 'port'), 'utf8').catch(() => '0'));
  const probe = createServer();
  try {
    probe.listen(last, '127.0.0.1');
    await once(probe, 'listening');
    return last;
  } catch {
    return 0;
  } finally {
    probe.close();
  }
}

/** A folder to have open, with a word of welcome; the user's own changes stay. */
async function demoFolder() {
  const folder = join(HOME, 'demo');
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) {
    await mkdir(folder, { recursive: true });
    await writeFile(readme, WELCOME);
  }
  return folder;
}

const WELCOME = `# A folder to play in

Open **Gemini API** in the activity bar: the models there are those of the built-in emulator, which
answers without an account and without a network. *Open Playground* on a model starts a conversation.
`;

/** @param {string} address */
function openInBrowser(address) {
  const child = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('Open this address in your browser.'));
  child.unref();
}

try {
  // Whatever was begun and is not wanted any more must not keep us.
  process.exit(await main());
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  await stopDescendants();
  process.exit(1);
}
