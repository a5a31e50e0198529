import assert from 'node:assert/strict';
import type { Http, HttpRequest } from '../../../src/api/transport';
import { Emitter } from '../../../src/base/event';
import type { EmulatorState } from '../../../src/service/emulator';
import { sessionOf } from '../../../src/service/folderSession';
import { TrafficLog } from '../../../src/service/trafficLog';
import { SessionFollowing } from '../../../src/terminals/sessionFollowing';
import { FakeClock } from '../../fakes/clock';
import { settle, settled } from '../../fakes/settle';

const app = { uri: 'file:///projects/app', name: 'app' };
const RUNNING = { status: 'running', port: 4000 } as const;
const ADDRESS = {
  baseUrl: 'http://127.0.0.1:4000',
  apiKey: 'a',
  accessToken: 'b',
  controlToken: 'c',
};

interface Open {
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
  end(): void;
}

function setUp(isOn: boolean | (() => boolean) = true) {
  const changed = new Emitter<EmulatorState>();
  const open: Open[] = [];
  const errors: unknown[] = [];
  const moded: string[] = [];
  const lost: unknown[] = [];
  const http: Http = {
    send: (request, signal) =>
      new Promise((_resolve, reject) => {
        const end = (): void => reject(new Error('Lost.'));
        open.push({ request, signal, end });
        signal?.addEventListener('abort', end);
      }),
  };
  const traffic = new TrafficLog(typeof isOn === 'boolean' ? () => isOn : isOn);
  const clock = new FakeClock();
  let followers = 0;
  const following = new SessionFollowing({
    emulator: {
      state: RUNNING,
      onDidChangeState: changed.event,
      start: () => Promise.resolve(ADDRESS),
    },
    http,
    traffic,
    clock,
    ask: async (session, method, path) => {
      assert.deepEqual([session, method, path], [sessionOf(app), 'GET', 'followers']);
      return { count: followers };
    },
    modeOf: () => ({ recordings: 'tests/recordings' }),
    onUpstream: () => undefined,
    onMode: ({ name }) => void moded.push(name),
    onError: (error) => errors.push(error),
    onLost: (error) => lost.push(error),
  });
  const tell = (target: string): void =>
    open.at(-1)?.request.onText?.(`${JSON.stringify({ method: 'GET', target })}\n`);
  const tellOf = (told: object): void =>
    open.at(-1)?.request.onText?.(`${JSON.stringify({ method: 'GET', target: '/a', ...told })}\n`);
  const progress = (): readonly string[] =>
    traffic.sessions.flatMap(({ entries }) => entries.map((entry) => entry.progress));
  const targets = (): readonly string[] =>
    traffic.sessions.flatMap(({ entries }) => entries.map(({ target }) => target));
  /** Whether another window has the folder on, where so many follow its session. */
  const others = async (count: number): Promise<boolean> => {
    followers = count;
    return await following.hasOthers(app);
  };
  const go = (state: EmulatorState): void => changed.fire(state);
  const told = { tell, tellOf, targets, progress };
  return { following, traffic, open, errors, lost, moded, go, clock, others, ...told };
}

/** The same, where the folder is on and the emulator has begun to tell. */
async function setUpFollowed(isOn?: boolean | (() => boolean)) {
  const all = setUp(isOn);
  void all.following.begin(app);
  await settle();
  all.open[0]?.request.onText?.('\n');
  return all;
}

describe('the requests of folders in the traffic', () => {
  it('are told from the moment on in which the folder is on', async () => {
    const { following, traffic, open, tell, targets } = setUp();
    let isBegun = false;
    const begun = following.begin(app).then(() => (isBegun = true));
    await settle();
    assert.equal(isBegun, false);
    assert.match(open[0]?.request.url.href ?? '', new RegExp(`/s/${sessionOf(app)}/`));
    open[0]?.request.onText?.('\n');
    await begun;
    const [shown] = traffic.sessions;
    assert.deepEqual(
      [shown?.label, shown?.isFollowed, shown?.recordings, shown?.entries],
      ['app', true, 'tests/recordings', []],
    );
    let changes = 0;
    traffic.onDidChange(() => (changes += 1));
    tell('/one');
    tell('/two');
    assert.deepEqual(targets(), ['/one', '/two']);
    assert.equal(changes, 2);
    await following.begin(app);
    assert.equal(open.length, 1);
  });

  it('have the mode of the folder looked at when they begin, and when it was set', async () => {
    const { following, open, moded, targets } = setUp();
    void following.begin(app);
    await settle();
    assert.deepEqual(moded, []);
    open[0]?.request.onText?.('\n');
    assert.deepEqual(moded, ['app']);
    open[0]?.request.onText?.('{"changed":"mode"}\n');
    assert.deepEqual([moded, targets()], [['app', 'app'], []]);
  });

  it('stay when it goes off until they are cleared, and go with it where there are none', async () => {
    const { following, traffic, open, tell, targets } = await setUpFollowed();
    tell('/one');
    await settled(following.end(app));
    assert.equal(open[0]?.signal?.aborted, true);
    assert.equal(traffic.sessions[0]?.isFollowed, false);
    assert.deepEqual(targets(), ['/one']);
    void following.begin(app);
    await settle();
    assert.equal(traffic.sessions[0]?.isFollowed, true);
    assert.deepEqual(targets(), ['/one']);
    traffic.clear();
    assert.deepEqual(targets(), []);
    following.end(app);
    assert.deepEqual(traffic.sessions, []);
  });

  it('run until their end is told, or nobody is there to tell it', async () => {
    const { traffic, open, tellOf, progress, go, clock } = await setUpFollowed();
    for (const id of [1, 2, 3]) tellOf({ id, startedAt: 5, isRunning: true });
    tellOf({ id: 1, startedAt: 5 });
    assert.deepEqual(progress(), ['ended', 'running', 'running']);
    // The connection is made anew, and the emulator tells what still runs.
    clock.advance(60_000);
    await settled(open[0]?.end());
    assert.deepEqual(progress(), ['ended', 'running', 'running']);
    let changes = 0;
    traffic.onDidChange(() => (changes += 1));
    open[1]?.request.onText?.('\n');
    assert.deepEqual([progress(), changes], [['ended', 'lost', 'lost'], 1]);
    tellOf({ id: 3, startedAt: 5, isRunning: true });
    assert.deepEqual(progress(), ['ended', 'lost', 'running']);
    go({ status: 'failed', message: 'It ended.' });
    assert.deepEqual(progress(), ['ended', 'lost', 'lost']);
  });

  it('are not kept while the setting is off, nor shown', async () => {
    const { following, traffic, open, tell } = await setUpFollowed(false);
    tell('/one');
    assert.deepEqual(traffic.sessions, []);
    following.dispose();
    assert.equal(open[0]?.signal?.aborted, true);
  });
});
