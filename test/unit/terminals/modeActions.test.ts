import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import type { JsonObject } from '../../../src/base/json';
import type { EmulatorState } from '../../../src/service/emulator';
import { ModeActions } from '../../../src/terminals/modeActions';
import { type Note, SessionModes } from '../../../src/terminals/sessionModes';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const LIVE = 'https://live.example';
const PATH = '/projects/app/mine';
const NOTE = { what: 'missed', text: 'models.get /models/a', nearest: '' } as const;

function setUp(notes: readonly Note[] = [NOTE], withheld = 0, isHeld = false) {
  const prompts = new FakePrompts();
  const changed = new Emitter<EmulatorState>();
  const modesAsked: unknown[] = [];
  const told: (readonly unknown[])[] = [];
  const opened: string[] = [];
  const errors: unknown[] = [];
  let starts = 0;
  const modes = new SessionModes({
    emulator: { state: { status: 'running', port: 1 }, onDidChangeState: changed.event },
    async ask(_session, _method, _path, body: JsonObject = {}) {
      modesAsked.push(body.mode);
      const listed = notes.map((one) => ({ ...one }));
      const ended = { hits: 2, misses: 1, recorded: 0, withheld, unused: 3, notes: listed };
      const isRelayed = String(body.mode).startsWith('record') && !isHeld;
      const upstream = isRelayed ? { upstream: LIVE } : {};
      return { folder: PATH, ...upstream, ended };
    },
    pathOf: () => '/projects/app',
    onError: (error) => errors.push(error),
  });
  const actions = new ModeActions({
    prompts,
    modes,
    notices: {
      folder: async (path) => ({ path, isThere: true }),
      tell: async (level, message, { path }, listed) =>
        void told.push(['tell', level, message, path, listed]),
      list: async (...what) => void told.push(['list', ...what]),
    },
    ready: async () => void (starts += 1),
    openTerminal: async (folder) => void opened.push(folder),
    onError: (error) => errors.push(error),
  });
  modes.onDidBreak(({ was }) => void actions.tellBroken(app, was));
  const notices = (): readonly (readonly string[])[] =>
    prompts.asked
      .filter(({ kind }) => kind === 'notify')
      .map(({ text, choices }) => [text, ...choices]);
  const go = (state: EmulatorState): void => changed.fire(state);
  return {
    actions,
    modes,
    modesAsked,
    prompts,
    told,
    opened,
    errors,
    notices,
    go,
    starts: () => starts,
  };
}

const REPLAYED = 'Stopped replaying recordings for “app”: 2 from recordings, 1 missing, 3 unused.';
const RECORDED = 'Recording of “app”: 2 from recordings, 1 missing, 3 unused.';

describe('what is done with the mode of a folder', () => {
  it('tells at the end of a replay what was missing and unused', async () => {
    const { actions, told, notices } = setUp();
    await actions.begin(app, { mode: 'replay' });
    assert.deepEqual(told, []);
    await actions.leave(app);
    assert.deepEqual(told, [['tell', 'info', REPLAYED, PATH, [NOTE]]]);
    await actions.leave(app);
    assert.equal(told.length, 1);
    assert.deepEqual(notices(), []);
  });

  it('lists at the stop of a recording what became of it, where there is anything', async () => {
    for (const [notes, how] of [[[NOTE], ['list']] as const, [[], ['tell', 'info']] as const]) {
      const { actions, told, modesAsked, notices } = setUp(notes);
      await actions.begin(app, { mode: 'record', upstream: LIVE });
      await actions.stop(app);
      assert.deepEqual(told, [[...how, RECORDED, PATH, notes]]);
      await actions.stop(app);
      assert.deepEqual(modesAsked, ['record', 'generate']);
      assert.deepEqual(notices().at(-1), ['“app” is no longer being recorded.']);
    }
  });

  it('lets recordings answer again when a window comes back, and says that a recording has ended', async () => {
    const { actions, modesAsked, notices, modes } = setUp();
    await actions.restore(app, { choice: { mode: 'generate' }, wasRecording: false });
    assert.deepEqual([modesAsked, notices()], [[], []]);
    await actions.restore(app, { choice: { mode: 'generate' }, wasRecording: true });
    assert.deepEqual(modesAsked, []);
    assert.match(
      notices()[0]?.[0] ?? '',
      /^Recording of “app” stopped because the window was closed\./,
    );
    await actions.restore(app, { choice: { mode: 'replay' }, wasRecording: false });
    assert.deepEqual([modesAsked, modes.of(app)?.mode], [['replay'], 'replay']);
    // Another window has set a mode meanwhile.
    await actions.restore(app, { choice: { mode: 'auto' }, wasRecording: false });
    assert.equal(modes.of(app)?.mode, 'replay');
    assert.equal(notices().length, 1);
  });

  it('warns where a build server lets nothing be recorded', async () => {
    const { actions, notices } = setUp([], 0, true);
    await actions.begin(app, { mode: 'record', upstream: LIVE });
    const [text = ''] = notices()[0] ?? [];
    assert.match(text, /Replaying recordings for “app”\.$/);
    assert.equal(notices().length, 1);
  });
});
