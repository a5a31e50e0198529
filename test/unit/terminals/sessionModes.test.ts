import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { Emitter } from '../../../src/base/event';
import type { EmulatorState } from '../../../src/service/emulator';
import { SessionModes } from '../../../src/terminals/sessionModes';
import { sessionOf } from '../../../src/service/folderSession';
import { settle } from '../../fakes/settle';

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
      ...{ mode: 'record', recordings, asks: 'https://live.example' },
      path: `/projects/app/of-${sessionOf(app)}`,
    });
    assert.deepEqual([modes.isRecording(app), modes.isRecording(lib)], [true, false]);
    await modes.set(app, { mode: 'record-missing', upstream: 'http://127.0.0.1:1/s/a' });
    assert.equal(modes.of(app)?.asks, 'http://127.0.0.1:1/s/a');
    assert.deepEqual(told, [app.uri, app.uri]);
    assert.deepEqual(await modes.counts(app), ENDED);
  });

  it('keep recordings where they were put in an earlier window', async () => {
    const { modes, places } = setUp();
    places.set(app.uri, 'fixtures');
    const remembered = { mode: 'generate', recordings: 'fixtures', asks: undefined } as const;
    assert.deepEqual(modes.of(app), { ...remembered, path: '/projects/app/fixtures' });
    assert.equal(modes.isRecording(app), false);
    await modes.set(app, { mode: 'replay' });
    assert.equal(places.get(app.uri), undefined);
    await modes.set(app, { mode: 'replay', recordings: 'others' });
    assert.equal(places.get(app.uri), 'others');
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

  it('stay what they were where the emulator refuses', async () => {
    const { modes, failing } = setUp();
    await modes.set(app, { mode: 'replay' });
    failing.add(sessionOf(app));
    await assert.rejects(modes.set(app, { mode: 'record' }), /Refused/);
    assert.equal(modes.of(app)?.mode, 'replay');
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

  it('are tried again by whoever needs them, where the first try failed, each for itself', async () => {
    const { modes, asked, errors, failing, go } = setUp();
    await modes.set(app, { mode: 'replay' });
    await modes.set(lib, { mode: 'replay' });
    failing.add(sessionOf(app));
    go({ status: 'stopped' });
    go(RUNNING);
    await settle();
    assert.equal(errors.length, 1);
    await assert.rejects(modes.sent(app), /Refused/);
    // Known already: what is wrong in the other folder is not its affair.
    await modes.sent(lib);
    failing.clear();
    await modes.sent(app);
    assert.equal(asked.length, 6);
  });

  it('end with the emulator where they record anew, so that the rest of it removes nothing', async () => {
    const { modes, asked, errors, go } = setUp();
    const broken: (readonly unknown[])[] = [];
    modes.onDidBreak(({ uri, was }) => broken.push([uri, was.mode, modes.of({ uri })?.mode]));
    await modes.set(app, { mode: 'record', recordings: 'mine' });
    await modes.set(lib, { mode: 'record-missing' });
    asked.length = 0;
    go({ status: 'failed', message: 'It ended.' });
    assert.deepEqual(broken, [[app.uri, 'record', 'generate']]);
    assert.deepEqual([modes.isRecording(app), modes.isRecording(lib)], [false, true]);
    go(RUNNING);
    await modes.sent(app);
    await modes.sent(lib);
    assert.deepEqual(
      asked.map(([session, , body]) => [session, body?.mode]),
      [[sessionOf(lib), 'record-missing']],
    );
    // It may begin again where it was.
    assert.deepEqual(modes.of(app)?.recordings, 'mine');
    assert.deepEqual(errors, []);
  });

  it('are what another window has set that has the folder on too, which keeps it', async () => {
    const { modes, asked, found, go } = setUp();
    const folder = '/projects/app/tests/mine';
    const upstream = 'https://live.example';
    found.set(sessionOf(app), { mode: 'record-missing', upstream, folder });
    assert.equal(await modes.begin(app, true), undefined);
    assert.deepEqual(modes.of(app), {
      ...{ mode: 'record-missing', upstream, asks: upstream },
      ...{ recordings: 'tests/mine', path: folder },
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

  it('are those that another window sets and ends later', async () => {
    const { modes, asked, found } = setUp();
    const told: (string | undefined)[] = [];
    modes.onDidChange(() => told.push(modes.of(app)?.mode));
    const upstream = 'https://live.example';
    const path = `/projects/app/.genlang/recordings/${sessionOf(app)}`;
    await modes.refresh(app);
    found.set(sessionOf(app), { mode: 'record', upstream, folder: path });
    await modes.refresh(app);
    await modes.refresh(app);
    assert.deepEqual(modes.of(app), { mode: 'record', upstream, asks: upstream, path });
    found.delete(sessionOf(app));
    await modes.refresh(app);
    assert.deepEqual(told, ['record', 'generate']);
    // Its own, of which it hears too, stays its own.
    await modes.set(app, { mode: 'replay' });
    found.set(sessionOf(app), { mode: 'replay', folder: modes.of(app)?.path ?? '' });
    await modes.refresh(app);
    assert.deepEqual(await modes.quit(app, true), ENDED);
    assert.equal(asked.at(-1)?.[2]?.mode, 'generate');
  });

  it('are what was said last, where an answer comes late', async () => {
    const { modes, found } = setUp();
    const upstream = 'https://live.example';
    found.set(sessionOf(app), { mode: 'record', upstream, folder: '/projects/app/r' });
    const early = modes.refresh(app);
    await modes.set(app, { mode: 'replay' });
    await early;
    assert.equal(modes.of(app)?.mode, 'replay');
  });

  it('are not those that a window has left which is gone: what it came to is told', async () => {
    const { modes, asked, found } = setUp();
    assert.equal(await modes.begin(app, false), undefined);
    assert.equal(asked.length, 1);
    const path = `/projects/app/.genlang/recordings/${sessionOf(app)}`;
    found.set(sessionOf(app), { mode: 'replay', folder: path });
    assert.deepEqual(await modes.begin(app, false), {
      was: { mode: 'replay', asks: undefined, path },
      counts: ENDED,
    });
    assert.equal(modes.of(app)?.mode, 'generate');
  });

  it('are all left at the end of the window, and one that is refused keeps none of the others', async () => {
    const { modes, asked, errors, failing } = setUp();
    await modes.set(app, { mode: 'record' });
    await modes.set(lib, { mode: 'replay' });
    asked.length = 0;
    failing.add(sessionOf(app));
    await modes.quitAll(() => Promise.resolve(true));
    assert.deepEqual(
      asked.map(([session, , body]) => [session, body?.mode]),
      [app, lib].map((folder) => [sessionOf(folder), 'generate']),
    );
    assert.deepEqual([errors.length, modes.of(lib)?.mode], [1, 'generate']);
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
