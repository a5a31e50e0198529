import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import type { JsonObject } from '../../../src/base/json';
import { Emitter } from '../../../src/base/event';
import type { Connection, Connections } from '../../../src/service/connection';
import type { EmulatorState } from '../../../src/service/emulator';
import { type WindowEnd, WindowMode, type WindowState } from '../../../src/terminals/windowMode';
import { settled } from '../../fakes/settle';

const mine: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  auth: 'apiKey',
  endpoint: 'https://one.example',
};
const emulatorOne: Connection = {
  id: 'emulator',
  name: 'Built-in Emulator',
  auth: 'apiKey',
  endpoint: 'http://127.0.0.1',
};
const place = { project: '/projects/app', recordings: 'mine' };
const NOTE = { what: 'recorded', text: '0001-models.get-1f2e3d4c.json', nearest: '' } as const;
const ENDED = { hits: 1, misses: 2, recorded: 3, withheld: 0, unused: 4, notes: [NOTE] };
const STOPPED = { status: 'stopped' } as const;

function setUp(first: Connection | undefined = mine, isHeld = false) {
  const [changed, switched] = [new Emitter<EmulatorState>(), new Emitter<void>()];
  const emulator = { port: 4000, state: { status: 'running', port: 4000 } as EmulatorState };
  const connections: Pick<Connections, 'onDidChange'> & { active: Connection | undefined } = {
    active: first,
    onDidChange: switched.event,
  };
  const asked: (readonly [string, JsonObject | undefined])[] = [];
  const opened: (readonly unknown[])[] = [];
  const left: WindowEnd[] = [];
  const broken: WindowState[] = [];
  const errors: unknown[] = [];
  let led: { readonly id: string; readonly open: () => Promise<Client> } | undefined;
  let session = '';
  const go = (state: EmulatorState): void => {
    emulator.state = state;
    changed.fire(state);
  };
  const window = new WindowMode({
    connections,
    emulator: {
      get state() {
        return emulator.state;
      },
      onDidChangeState: changed.event,
      start: async () => {
        if (emulator.state.status !== 'running') go({ status: 'running', port: emulator.port });
        const baseUrl = `http://127.0.0.1:${emulator.port}`;
        return { baseUrl, apiKey: 'dummy', accessToken: 'token', controlToken: 'control' };
      },
    },
    sessions: {
      inSession: async (...all) => {
        opened.push(all);
        return {} as Client;
      },
      lead: (id, open) => void (led = open && { id, open }),
    },
    ask: async (name, method, path, body) => {
      session = name;
      asked.push([`${method} ${path}`, body]);
      if (method === 'GET') return { sessions: [{ name, ...ENDED }] };
      const { upstream } = isHeld ? {} : (body ?? {});
      return { folder: '/projects/app/mine', ...(upstream ? { upstream } : {}), ended: ENDED };
    },
    onLeft: (end) => left.push(end),
    onBroken: (state) => broken.push(state),
    onError: (error) => errors.push(error),
  });
  return {
    window,
    connections,
    switched,
    asked,
    opened,
    left,
    broken,
    errors,
    go,
    led: () => led,
    session: () => session,
  };
}

describe('the mode of a window', () => {
  it('leads the connection in use through a session of this window, with its own upstreams', async () => {
    const uploads = 'https://uploads.example';
    const { window, asked, led, opened, session } = setUp({ ...mine, uploadEndpoint: uploads });
    assert.equal(await window.begin('record', place), undefined);
    const body = { mode: 'record', project: '/projects/app', folder: 'mine', repeats: true };
    const addresses = { upstream: mine.endpoint, service: mine.endpoint, uploads };
    const spender = { connection: mine.id };
    assert.deepEqual(asked, [['POST mode', { ...body, ...addresses, ...spender }]]);
    const { asks, path, isBroken } = window.state ?? {};
    assert.deepEqual([asks, path, isBroken], [mine.endpoint, '/projects/app/mine', false]);
    assert.equal(led()?.id, mine.id);
    await led()?.open();
    // With the credential of the connection, which is relayed.
    assert.deepEqual(opened, [[mine.id, session(), false]]);
    const other = setUp();
    await other.window.begin('replay', place);
    assert.notEqual(other.session(), session());
    // The emulator keeps nothing of it on the disk: no window asks by this name again.
    assert.match(session(), /^~[0-9a-f]{8}$/);
  });

  it('replays without an upstream and without a credential', async () => {
    const { window, asked, led, opened } = setUp();
    await window.begin('replay', place);
    assert.equal(asked[0]?.[1]?.upstream, undefined);
    await led()?.open();
    assert.equal(opened[0]?.[2], true);
  });

  it('sends no credential either where a build server lets nothing be recorded', async () => {
    const { window, led, opened } = setUp(mine, true);
    await window.begin('record', place);
    assert.equal(window.state?.asks, undefined);
    await led()?.open();
    assert.equal(opened[0]?.[2], true);
  });

  it('says what it came to with another mode and with its end', async () => {
    const { window, asked, led } = setUp();
    let changes = 0;
    window.onDidChange(() => (changes += 1));
    assert.equal(await window.stop(), undefined);
    await window.begin('record', place);
    assert.deepEqual(await window.counts(), ENDED);
    const end = await window.begin('replay', place);
    assert.deepEqual([end?.was.mode, end?.counts], ['record', ENDED]);
    const last = await window.stop();
    assert.deepEqual([last?.was.mode, last?.counts], ['replay', ENDED]);
    const { project } = place;
    assert.deepEqual(asked.at(-1), ['POST mode', { mode: 'generate', folder: 'mine', project }]);
    assert.deepEqual([window.state, led(), changes], [undefined, undefined, 3]);
  });

  it('ends where another connection is used, and where this one leads elsewhere', async () => {
    const moved = { ...mine, endpoint: 'https://two.example' };
    for (const next of [emulatorOne, moved, undefined]) {
      const { window, connections, switched, left, led } = setUp();
      await window.begin('record', place);
      connections.active = { ...mine, name: 'Renamed' };
      switched.fire();
      assert.deepEqual([left, led()?.id], [[], mine.id]);
      connections.active = next;
      switched.fire();
      // At once: nothing more goes there.
      await settled(assert.equal(led(), undefined));
      assert.deepEqual([left[0]?.was.connection, left[0]?.counts], [mine, ENDED]);
    }
  });

  it('is told again to an emulator that comes back, before anything is asked', async () => {
    for (const mode of ['replay', 'record-missing'] as const) {
      const { window, asked, led, go, broken, opened } = setUp();
      await window.begin(mode, place);
      go(STOPPED);
      asked.length = 0;
      await led()?.open();
      assert.deepEqual(
        asked.map(([what, body]) => [what, body?.mode, body?.repeats]),
        [['POST mode', mode, true]],
      );
      assert.deepEqual([opened.length, broken], [1, []]);
    }
  });
});
