import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { npmCli } from './npm.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError, adviceFor, step } from './progress.mjs';

/** The npm package that carries a whole VS Code; 4.139.1 is VS Code 1.139.1. */
const VERSION = '4.139.1';

/** Without these two no extension host starts. Others serve features that we don't use. */
const NATIVE_MODULES = ['@vscode/spdlog', '@vscode/native-watchdog'];

export const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** What the installation takes, with room to build, in bytes. */
const ROOM = 1.5 * 1024 ** 3;

/** @typedef {{ main: string, program: string }} VscodeServer `main` is the bare server, `program` the one with proxied ports. */

/**
 * Installs the VS Code server from the package registry, once.
 * @returns {Promise<VscodeServer>}
 * @throws {StepError}
 */
export async function provisionServer() {
  const home = join(CACHE, `vscode-server-${VERSION}-node${process.versions.modules}`);
  if (!existsSync(home)) {
    await checkTools();
    await installInto(home, 'VS Code server', async (folder) => {
      await installServer(folder);
      await buildNativeModules(folder);
    });
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
  });
}

/** @param {string} folder */
async function buildNativeModules(folder) {
  const vscode = join(folder, 'node_modules/code-server/lib/vscode');
  await step('Building two native modules of VS Code (once)', async () => {
    await npm(vscode, ['rebuild', ...NATIVE_MODULES], 'Building native modules', {
      npm_config_nodedir: await nodeHeaders(folder),
      // A log and a watchdog: to optimize them takes longer than it saves.
      CXXFLAGS: '-O0',
    });
    for (const name of NATIVE_MODULES) {
      const release = join(vscode, 'node_modules', name, 'build/Release');
      const files = existsSync(release) ? await readdir(release) : [];
      if (!files.some((file) => file.endsWith('.node'))) {
        throw new StepError(
          `Building ${name}`,
          'Install python3, make and g++ and run this again.',
        );
      }
    }
    await rm(join(folder, 'headers'), { recursive: true, force: true });
  });
}

/**
 * The headers of the Node that runs, so that node-gyp downloads nothing: from the package that brought it,
 * or from a copy of that package, because npm prunes it whenever another package is added.
 * @param {string} folder
 */
async function nodeHeaders(folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const brought = join(ROOT, 'node_modules/node/node_modules', name);
  if (existsSync(join(brought, 'include'))) {
    return brought;
  }
  const workshop = join(folder, 'headers');
  await mkdir(workshop);
  await writeFile(join(workshop, 'package.json'), '{"private":true}\n');
  const wanted = `${name}@${process.versions.node}`;
  await npm(workshop, ['install', wanted, ...FLAGS], `Installing ${wanted}`);
  return join(workshop, 'node_modules', name);
}

async function checkTools() {
  const missing = ['python3', 'make', 'g++'].filter((tool) => !isOnPath(tool));
  if (missing.length > 0) {
    throw new StepError(
      `Finding ${missing.join(', ')}`,
      `VS Code's native modules need a compiler: install ${missing.join(', ')} ` +
        '(on Debian and Ubuntu: apt-get install python3 make g++), and run the same command again.',
    );
  }
}

/** @param {string} tool */
function isOnPath(tool) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, tool)));
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
