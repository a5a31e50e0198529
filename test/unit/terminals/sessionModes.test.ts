import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { Emitter } from '../../../src/base/event';
import type { EmulatorState } from '../../../src/service/emulator';
import { SessionModes } from '../../../src/terminals/sessionModes';
import { sessionOf } from '../../../src/service/folderSession';

const app = { uri: 'file:///projects/app', name: 'app' };
const lib = { uri: 'file:///projects/lib', name: 'lib' };
const RUNNING = { status: 'running', port: 4000 } as const;
const NOTE = { what: 'recorded', text: '0001-models.get-1f2e3d4c.json', nearest: '' } as const;
const ENDED = { hits: 1, misses: 2, recorded: 3, withheld: 0, unused: 4, notes: [NOTE] };

function setUp() {
  const changed = new Emitter<EmulatorState>();
  const asked: (readonly [string, string, JsonObject | undefined])[] = [];
  const errors: unknown[] = [];
  const failing = new Set<string>();
  /** Modes that other windows have set, by session. */
  const found = new Map<string, JsonObject>();
  const places = new Map<string, string | undefined>();
  const modes = new SessionModes({
    emulator: { state: RUNNING, onDidChangeState: changed.event },
    ask: async (session, method, path, body) => {
      asked.push([session, `${method} ${path}`, body]);
      if (failing.has(session)) throw new Error('Refused.');
      if (path === 'mode' && method === 'GET') return found.get(session) ?? { mode: 'generate' };
      if (method === 'GET') return { sessions: [{ name: session, ...ENDED }] };
      const isRecording = String(body?.mode).startsWith('record');
      const upstream = isRecording ? { upstream: body?.upstream ?? 'https://live.example' } : {};
      return { folder: `/projects/app/of-${session}`, ...upstream, ended: ENDED };
    },
    pathOf: ({ uri }) => uri.replace('file://', ''),
    places: { get: (uri) => places.get(uri), set: (uri, place) => void places.set(uri, place) },
    onError: (error) => errors.push(error),
  });
  const go = (state: EmulatorState): void => changed.fire(state);
  return { modes, asked, errors, failing, found, places, go };
}

describe('the modes of folders', () => {
  it('begin with the emulator, about which nobody is asked', async () => {
    const { modes, asked } = setUp();
    assert.deepEqual([modes.of(app), modes.isRecording(app)], [undefined, false]);
    assert.equal(await modes.leave(app), undefined);
    await modes.sent(app);
    assert.deepEqual(asked, []);
  });

  it('tell the session of the folder, and know whom it asks from the answer', async () => {
    const { modes, asked } = setUp();
    const told: string[] = [];
    modes.onDidChange(({ uri }) => told.push(uri));
    const recordings = 'tests/recordings';
    const counts = await modes.set(app, { mode: 'record', recordings });
    assert.deepEqual(counts, ENDED);
    const body = { mode: 'record', project: '/projects/app', folder: recordings };
    assert.deepEqual(asked, [[sessionOf(app), 'POST mode', body]]);
    assert.deepEqual(modes.of(app), {
      mode: 'record',
      recordings,
      asks: 'https://live.example',
      path: `/projects/app/of-${sessionOf(app)}`,
    });
    assert.deepEqual([modes.isRecording(app), modes.isRecording(lib)], [true, false]);
    await modes.set(app, { mode: 'record-missing', upstream: 'http://127.0.0.1:1/s/a' });
    assert.equal(modes.of(app)?.asks, 'http://127.0.0.1:1/s/a');
    assert.deepEqual(told, [app.uri, app.uri]);
    assert.deepEqual(await modes.counts(app), ENDED);
  });

  it('begin anew with each run of a program, where recordings answer', async () => {
    const { modes, asked } = setUp();
    await modes.beginRun(app);
    await modes.set(app, { mode: 'record' });
    await modes.beginRun(app);
    assert.deepEqual(
      asked.map(([, what]) => what),
      ['POST mode'],
    );
    await modes.set(app, { mode: 'replay' });
    await modes.beginRun(app);
    assert.deepEqual(asked.at(-1), [sessionOf(app), 'POST run', {}]);
  });

  it('are told again to an emulator that was started again, once to each', async () => {
    const { modes, asked, go } = setUp();
    await modes.set(app, { mode: 'replay' });
    await modes.set(lib, { mode: 'generate' });
    asked.length = 0;
    go({ status: 'stopped' });
    go({ status: 'starting' });
    await modes.sent(app);
    assert.equal(await modes.counts(app), undefined);
    assert.deepEqual(asked, []);
    go(RUNNING);
    await Promise.all([modes.sent(app), modes.sent(app), modes.sent(lib)]);
    assert.deepEqual(asked, [
      [sessionOf(app), 'POST mode', { mode: 'replay', project: '/projects/app' }],
    ]);
    await modes.sent(app);
    assert.equal(asked.length, 1);
  });

  it('are what another window has set that has the folder on too, which keeps it', async () => {
    const { modes, asked, found, go } = setUp();
    const folder = '/projects/app/tests/mine';
    const upstream = 'https://live.example';
    found.set(sessionOf(app), { mode: 'record-missing', upstream, folder });
    assert.equal(await modes.begin(app, true), undefined);
    assert.deepEqual(modes.of(app), {
      mode: 'record-missing',
      upstream,
      asks: upstream,
      recordings: 'tests/mine',
      path: folder,
    });
    // The other one tells it again, or has ended it meanwhile.
    go({ status: 'stopped' });
    assert.equal(modes.isRecording(app), false);
    go(RUNNING);
    await modes.sent(app);
    assert.deepEqual(
      asked.map(([, what]) => what),
      ['GET mode'],
    );
    await modes.refresh(app);
    assert.equal(modes.isRecording(app), true);
    const count = asked.length;
    assert.equal(await modes.quit(app, true), undefined);
    assert.deepEqual([asked.length, modes.isRecording(app)], [count, false]);
    // Its own it ends, and that of a window which is gone.
    await modes.begin(app, true);
    assert.deepEqual(await modes.quit(app, false), ENDED);
    await modes.set(app, { mode: 'replay' });
    assert.deepEqual(await modes.quit(app, true), ENDED);
    await modes.begin(app, true);
    await modes.quitAll(() => Promise.resolve(true));
    assert.equal(asked.at(-1)?.[1], 'GET mode');
    await modes.begin(app, true);
    await modes.quitAll(() => Promise.resolve(false));
    assert.equal(asked.at(-1)?.[2]?.mode, 'generate');
  });

  it('are left for the emulator, also while it does not run', async () => {
    const { modes, asked, go } = setUp();
    await modes.set(app, { mode: 'record', recordings: 'mine' });
    assert.deepEqual(await modes.leave(app), ENDED);
    const project = '/projects/app';
    assert.deepEqual(asked[1]?.[2], { mode: 'generate', folder: 'mine', project });
    assert.deepEqual([modes.isRecording(app), modes.of(app)?.recordings], [false, 'mine']);
    await modes.set(lib, { mode: 'replay', recordings: 'mine' });
    go({ status: 'stopped' });
    assert.equal(await modes.leave(lib), undefined);
    go(RUNNING);
    await modes.sent(lib);
    const { mode, recordings } = modes.of(lib) ?? {};
    assert.deepEqual([mode, recordings, asked.length], ['generate', 'mine', 3]);
  });
});
