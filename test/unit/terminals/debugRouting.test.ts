import assert from 'node:assert/strict';
import { AppError, errorMessage } from '../../../src/base/errors';
import { DebugRouting, type DebugConfiguration } from '../../../src/terminals/debugRouting';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { settled } from '../../fakes/settle';

const app = { uri: 'file:///projects/app' };
const lib = { uri: 'file:///projects/lib' };
const OPEN = 'Open Workspace Configuration File';

interface Rig {
  readonly folders?: readonly { readonly uri: string }[];
  readonly on?: readonly { readonly uri: string }[];
  readonly inherited?: NodeJS.ProcessEnv;
  readonly files?: { readonly [path: string]: string };
  readonly failure?: Error;
}

function setUp({
  folders = [app, lib],
  on = [app],
  inherited = {},
  files = {},
  failure,
}: Rig = {}) {
  const prompts = new FakePrompts();
  const log = new FakeLog();
  const reported: string[] = [];
  const starts: string[] = [];
  let opened = 0;
  const leading = new DebugRouting({
    switches: {
      isOn: ({ uri }) => on.some((folder) => folder.uri === uri),
      environmentOf: ({ uri }) => ({ GEMINI_API_KEY: `of ${uri.slice(-3)}` }),
    },
    folders: () => folders,
    folderAt: (path) => folders.find(({ uri }) => path.startsWith(uri.slice(7))),
    start: async (uri) => {
      starts.push(uri);
      await Promise.resolve();
      if (failure) throw failure;
    },
    readText: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`There is no ${path}.`);
      return await Promise.resolve(text);
    },
    openConfigurations: async () => {
      await Promise.resolve();
      opened += 1;
    },
    report: async (source, error) => {
      await Promise.resolve();
      reported.push(`${source}: ${errorMessage(error)}`);
    },
    inherited,
    prompts,
    log,
  });
  const debug = (fields: object, folder?: { readonly uri: string }) =>
    leading.resolve<DebugConfiguration>(folder, {
      type: 'node',
      request: 'launch',
      name: 'Start',
      ...fields,
    });
  return { debug, prompts, log, reported, starts, opened: () => opened };
}

const ofApp = { GEMINI_API_KEY: 'of app' };
const ofLib = { GEMINI_API_KEY: 'of lib' };

describe('what is debugged', () => {
  it('is led where its folder is on, and keeps what the user has set', async () => {
    const files = { '/projects/app/.env': 'GEMINI_API_KEY=real\n' };
    const { debug, starts, log } = setUp({ files, inherited: { GEMINI_API_KEY: 'real' } });
    const env = { HOME: '/me' };
    assert.deepEqual((await debug({ env }, app))?.env, { ...ofApp, ...env });
    assert.deepEqual([starts, log.lines], [[app.uri], ['info debugging: node uses the emulator']]);
    const merged = { type: 'debugpy', env: { GEMINI_API_KEY: 'real' } };
    assert.deepEqual((await debug(merged, app))?.env, ofApp);
    const envFile = '/projects/app/.env';
    assert.deepEqual((await debug({ ...merged, envFile }, app))?.env, merged.env);
    assert.deepEqual((await debug({ type: 'go', envFile: '/none' }, app))?.env, ofApp);
    assert.ok(log.lines.includes('warn debugging: There is no /none.'));
  });

  it('is left alone where it runs already, or its folder is off', async () => {
    const { debug, starts, prompts, log } = setUp();
    assert.equal((await debug({ request: 'attach' }, app))?.env, undefined);
    assert.equal((await debug({}, lib))?.env, undefined);
    assert.deepEqual(log.lines, [
      'info debugging: node unchanged: its folder doesn’t use the emulator',
    ]);
    assert.deepEqual([starts, prompts.asked.length], [[], 0]);
  });

  it('does not start where the emulator does not, and says why', async () => {
    const { debug, reported } = setUp({
      failure: new AppError('emulatorFailed', 'It did not start.'),
    });
    assert.equal(await debug({}, app), undefined);
    assert.deepEqual(reported, ['debugging: It did not start.']);
  });

  it('belongs to the folder of its program, where that of its configuration is off', async () => {
    const { debug } = setUp({ on: [lib] });
    assert.deepEqual((await debug({ program: '/projects/lib/main.js' }, app))?.env, ofLib);
    assert.equal((await debug({ program: '/projects/app/main.js' }, app))?.env, undefined);
    assert.deepEqual((await debug({ program: '/projects/app/main.js' }, lib))?.env, ofLib);
  });

  describe('by a configuration of the workspace, which has no folder', () => {
    it('belongs to the only folder of the window', async () => {
      const { debug } = setUp({ folders: [app] });
      assert.deepEqual((await debug({}))?.env, ofApp);
    });

    it('belongs to the folder that it names', async () => {
      const { debug } = setUp({ on: [app, lib] });
      assert.deepEqual((await debug({ cwd: '/projects/lib/src' }))?.env, ofLib);
      assert.deepEqual((await debug({ program: '/projects/lib/main.py' }))?.env, ofLib);
      assert.deepEqual((await debug({ __workspaceFolder: '/projects/lib' }))?.env, ofLib);
      const both = { program: '/projects/app/main', cwd: '/projects/lib' };
      assert.deepEqual((await debug(both))?.env, ofApp);
    });

    it('says that it is not led where several are on and it names none', async () => {
      const { debug, prompts, log, opened } = setUp({ on: [app, lib] });
      prompts.pressed.add(OPEN);
      await settled(assert.equal((await debug({ program: '/usr/bin/x' }))?.env, undefined));
      const [asked] = prompts.asked;
      assert.match(
        asked?.text ?? '',
        /^“Start” doesn’t use the emulator because its launch configuration isn’t tied to a folder\./,
      );
      assert.deepEqual([asked?.choices, opened()], [[OPEN], 1]);
      assert.match(log.lines.join(), /^warn debugging: node unchanged: it isn’t tied to a folder/);
    });
  });
});
