import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { capture, stopTree } from './processes.mjs';
import { PATIENCE, StepError } from './progress.mjs';

/**
 * What VS Code has of its own, its language servers and what watches files or holds terminals: they look every few
 * seconds whether the process that started them still exists, and one that has ended exists until somebody asks for its
 * exit code: on a machine whose first process asks for none, such a server never ends. They are killed, and are no fault
 * of ours.
 */
const BUILT_IN =
  /[\\/](lib[\\/]vscode[\\/]extensions|built-in)[\\/][^ ]+ --node-ipc |[\\/]bootstrap-fork --type=(fileWatcher|ptyHost)\b/;

/**
 * Our emulator goes on for some seconds once nobody holds it, for a window that is loaded again. No window comes back
 * where this is used; that it ends by itself is seen in the story of the installed package.
 */
export const EMULATOR = /[\\/]emulator\.js .*--until-released\b/;

/** VS Code's own extensions that run code which no story has to do with: a sixth of what the start of a window takes. */
const UNUSED =
  /^(copilot|css-l|debug|emmet|extension-|git(-base|hub)?$|grunt|gulp|html-l|ipynb|jake|merge|mermaid|ms-|notebook|npm|php-l|prompt|references|simple|terminal|tunnel|typescript-l)/;

/** Quiet, offline, and the same for everybody. */
export const BASE_SETTINGS = Object.freeze({
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  // VS Code looks all the time at the sockets of every process otherwise, a server's for what listens.
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
});

/** Tests never look for extensions on the network. */
export const NO_GALLERY = Object.freeze({ EXTENSIONS_GALLERY: '{}' });

/**
 * @typedef {object} RunningServer
 * @property {string} origin
 * @property {number} port
 * @property {() => string} log What it has printed so far.
 * @property {Promise<void>} ended Settles when it ends, however it does.
 * @property {() => Promise<string[]>} stop Ends it and all it started; command lines of what of ours had to be killed.
 */

/**
 * @typedef {object} ServerOptions
 * @property {string} home Its data: settings, logs, the extension's storage.
 * @property {string} extensions Folder of installed extensions.
 * @property {number} [port] 0, any free one, by default.
 * @property {{ readonly [name: string]: unknown }} [settings] User settings, beside the base ones.
 * @property {string} [builtIn] A folder for those of VS Code's own extensions that the bare server is to have; all by default.
 * @property {RegExp} [needed] Names of some more of them that are to be there.
 * @property {NodeJS.ProcessEnv} [env] For the server and the extension host.
 * @property {RegExp} [patient] Of the full program: what need not end by itself, by its command line.
 */

/**
 * Starts the bare server: it takes an extension from source, and tests.
 * @param {import('./provisionServer.mjs').VscodeServer} server
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 * @throws {StepError} When it does not listen in time.
 */
export async function startBareServer(server, options) {
  await writeSettings(join(options.home, 'data/User/settings.json'), options.settings);
  if (options.builtIn !== undefined) await linkUsed(server, options.builtIn, options.needed);
  const args = [
    server.main,
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port ?? 0),
    '--server-data-dir',
    options.home,
    '--extensions-dir',
    options.extensions,
    '--without-connection-token',
    '--accept-server-license-terms',
    '--telemetry-level',
    'off',
    '--enable-smoke-test-driver',
    '--force-disable-user-env',
    '--enable-remote-auto-shutdown',
    ...(options.builtIn === undefined ? [] : ['--builtin-extensions-dir', options.builtIn]),
  ];
  return await launch(args, /Extension host agent listening on (\d+)/, {
    env: { ...NO_GALLERY, ...options.env },
    patient: EMULATOR,
  });
}

/** @param {import('./provisionServer.mjs').VscodeServer} server @param {string} folder @param {RegExp} [needed] */
async function linkUsed({ main }, folder, needed) {
  const all = join(dirname(main), '../extensions');
  await mkdir(folder);
  await Promise.all(
    (await readdir(all, { withFileTypes: true })).map(async (entry) => {
      const [from, to] = [join(all, entry.name), join(folder, entry.name)];
      if (!UNUSED.test(entry.name) || needed?.test(entry.name)) await symlink(from, to);
      else if (entry.isDirectory()) await hollow(from, to);
    }),
  );
}

/**
 * Of what is not there at all the browser would run an edition of its own, which it does not find, and tells so.
 * @param {string} from
 * @param {string} to
 */
async function hollow(from, to) {
  const text = await readFile(join(from, 'package.json'), 'utf8');
  const { name, publisher, version, engines } = JSON.parse(text);
  await mkdir(to);
  await writeFile(join(to, 'package.json'), JSON.stringify({ name, publisher, version, engines }));
}

/**
 * Starts the full program: extensions are installed ones, and ports of this machine can be reached through it.
 * @param {import('./provisionServer.mjs').VscodeServer} server
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 * @throws {StepError} When it does not listen in time.
 */
export async function startFullServer(server, options) {
  await writeSettings(join(options.home, 'User/settings.json'), options.settings);
  const args = [
    server.program,
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${options.port ?? 0}`,
    '--user-data-dir',
    options.home,
    '--extensions-dir',
    options.extensions,
    '--config',
    join(options.home, 'config.yaml'),
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
  ];
  const { env, patient } = options;
  return await launch(args, /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/, {
    env,
    patient,
  });
}

/**
 * Installs a package as a user would.
 * @param {import('./provisionServer.mjs').VscodeServer} server
 * @param {string} vsix
 * @param {{ home: string, extensions: string }} folders
 */
export async function installExtension(server, vsix, { home, extensions }) {
  const { code, output } = await capture(
    process.execPath,
    [
      server.main,
      '--install-extension',
      vsix,
      '--force',
      '--accept-server-license-terms',
      '--extensions-dir',
      extensions,
      '--server-data-dir',
      join(home, 'install'),
    ],
    { env: cleanEnvironment() },
  );
  if (code !== 0) {
    throw new StepError(`Installing ${vsix}`, 'Run `npm run package` and try again.', output);
  }
}

/**
 * The environment without what a surrounding VS Code or npm put there: our VS Code must not talk to theirs. Nor does it
 * know that it runs on a build server: stories record, which users do elsewhere.
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(more = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(CI$|VSCODE_(?!PATH$)|ELECTRON_|npm_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...more };
}

/**
 * Writes the base settings and the run's own over those that are there, so that a user's own stay.
 * @param {string} file
 * @param {{ readonly [name: string]: unknown }} [settings]
 */
export async function writeSettings(file, settings = {}) {
  await mkdir(dirname(file), { recursive: true });
  const text = await readFile(file, 'utf8').catch(() => '{}');
  /** @type {{ readonly [name: string]: unknown }} */
  let there;
  try {
    there = JSON.parse(text);
  } catch {
    // A user may write comments into it, and they are theirs.
    console.log(`${file} is not plain JSON and stays as it is.`);
    return;
  }
  const merged = { ...BASE_SETTINGS, ...there, ...settings };
  await writeFile(file, `${JSON.stringify(merged, undefined, 2)}\n`);
}

/**
 * @param {readonly string[]} args
 * @param {RegExp} listening Matches the line with the port.
 * @param {{ env: NodeJS.ProcessEnv | undefined, patient?: RegExp }} options
 * @returns {Promise<RunningServer>}
 */
async function launch(args, listening, { env, ...kinds }) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(env),
  });
  let log = '';
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()));
  /** @type {Promise<number | undefined>} */
  const port = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(undefined));
    setTimeout(() => resolve(undefined), PATIENCE).unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        log += text;
        const [, found] = listening.exec(log) ?? [];
        if (found !== undefined) {
          resolve(Number(found));
        }
      });
    }
  });
  const found = await port;
  if (found === undefined) {
    await stopTree(child);
    throw new StepError('Starting the VS Code server', advice(log), log.trimEnd());
  }
  return {
    port: found,
    origin: `http://127.0.0.1:${found}`,
    log: () => log,
    ended,
    stop: () => stopTree(child, { strange: BUILT_IN, ...kinds }),
  };
}

/** @param {string} log */
function advice(log) {
  return log.includes('EADDRINUSE')
    ? 'The port is taken: choose another one with `--port`.'
    : 'Remove the folder .vscode-test and run the same command again.';
}
