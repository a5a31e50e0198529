import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCli } from './npm.mjs';
import { CACHE } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError, adviceFor, step } from './progress.mjs';

/** The npm package that carries a whole VS Code; 4.139.1 is VS Code 1.139.1. */
const VERSION = '4.139.1';

/**
 * What stands in for the native modules without which no extension host starts, so that nothing is compiled. Others serve
 * features that we don't use.
 */
const STAND_INS = { spdlog: 'spdlog.cjs', 'native-watchdog': 'watchdog.cjs' };

export const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** What the installation takes, in bytes. */
const ROOM = 1.5 * 1024 ** 3;

/** @typedef {{ main: string, program: string }} VscodeServer `main` is the bare server, `program` the one with proxied ports. */

/**
 * Installs the VS Code server from the package registry, once.
 * @returns {Promise<VscodeServer>}
 * @throws {StepError}
 */
export async function provisionServer() {
  const home = join(CACHE, `vscode-server-${VERSION}`);
  if (!existsSync(home)) {
    await installInto(home, 'VS Code server', installServer);
  }
  const server = join(home, 'node_modules/code-server');
  return {
    main: join(server, 'lib/vscode/out/server-main.js'),
    program: join(server, 'out/node/entry.js'),
  };
}

/** What this process installs, by where it comes to. @type {Map<string, Promise<void>>} */
const installing = new Map();

/**
 * Fills a folder beside its final place and moves it there when whole, so that a broken installation is never taken for
 * a good one, and two runs at once don't disturb each other. Whoever wants the same in this process waits for the first.
 * @param {string} home
 * @param {string} what For messages.
 * @param {(folder: string) => Promise<void>} fill
 */
export async function installInto(home, what, fill) {
  const begun = installing.get(home) ?? install(home, what, fill);
  installing.set(home, begun);
  await begun;
}

/** @type {typeof installInto} */
async function install(home, what, fill) {
  await mkdir(CACHE, { recursive: true });
  await checkRoom(what);
  await removeAbandoned();
  const folder = `${home}.partial-${process.pid}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await fill(folder);
    await rename(folder, home).catch((error) => {
      if (!existsSync(home)) {
        throw error;
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {string} what For messages.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function npm(folder, args, what, env = {}) {
  const { code, output } = await capture(process.execPath, [npmCli(), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  if (code !== 0) {
    throw new StepError(
      what,
      adviceFor(output),
      output.trimEnd().split('\n').slice(-30).join('\n'),
    );
  }
}

/** @param {string} folder */
async function installServer(folder) {
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const wanted = `code-server@${VERSION}`;
  await step(`Installing ${wanted}, a complete VS Code (once, 575 MB)`, async () => {
    await npm(folder, ['install', wanted, ...FLAGS], `Installing ${wanted}`);
    const vscode = join(folder, 'node_modules/code-server/lib/vscode');
    await npm(vscode, ['install', '--omit=dev', ...FLAGS], 'Installing the packages of VS Code');
    for (const [name, file] of Object.entries(STAND_INS)) {
      const module = join(vscode, 'node_modules/@vscode', name, 'index.js');
      await copyFile(join(import.meta.dirname, 'standIns', file), module);
    }
  });
}

/** @param {string} what */
async function checkRoom(what) {
  const { bavail, bsize } = await statfs(CACHE);
  if (bavail * bsize < ROOM) {
    const free = Math.round((bavail * bsize) / 1024 ** 2);
    throw new StepError(
      `Installing the ${what}`,
      `It needs 1.5 GB, and ${free} MB are free: make room and run the same command again.`,
    );
  }
}

/** Removes what runs that were killed had begun. */
async function removeAbandoned() {
  for (const name of await readdir(CACHE)) {
    const [, pid] = /\.partial-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(join(CACHE, name), { recursive: true, force: true });
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is alive too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
