import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { CancelledError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { STOPPED_TEXT } from '../../../src/service/emulatorControl';
import {
  type ChildHandle,
  EmulatorProcess,
  EXIT_DATA_DAMAGED,
  spawnEmulator,
  START_LIMIT,
} from '../../../src/service/emulatorProcess';
import { FakeClock } from '../../fakes/clock';
import { folderForAll } from '../../fakes/folder';
import { deferred } from './models';

const LINE = JSON.stringify({
  baseUrl: 'http://127.0.0.1:41234',
  apiKey: 'emulator-key',
  accessToken: 'emulator-token',
  controlToken: 'emulator-control',
});

/** A child whose output and end are in the test's hands. */
class FakeChild implements ChildHandle {
  readonly line = deferred<string>();
  readonly end = deferred<string>();
  readonly firstLine = this.line.promise;
  readonly ended = this.end.promise;
  kills = 0;
  releases = 0;

  release(): void {
    this.releases++;
    this.end.resolve('released');
  }

  async kill(): Promise<void> {
    this.kills++;
    this.end.resolve('signal SIGTERM');
    await this.ended;
  }
}

function setUp(port = 0) {
  const children: FakeChild[] = [];
  const ports: number[] = [];
  const busy: (readonly number[])[] = [];
  const damaged: string[] = [];
  const secrets: string[] = [];
  const states: string[] = [];
  const clock = new FakeClock();
  const noted = { line: undefined as string | undefined, changed: new Emitter<void>() };
  const emulator = new EmulatorProcess({
    noted: { read: () => Promise.resolve(noted.line), onDidChange: noted.changed.event },
    start: (_onLine, at) => {
      const child = new FakeChild();
      children.push(child);
      ports.push(at);
      return child;
    },
    clock,
    port: () => port,
    onPortBusy: (...of) => busy.push(of),
    onDamaged: () => damaged.push('damaged'),
    onLine: () => undefined,
    onSecret: (secret) => secrets.push(secret),
  });
  emulator.onDidChangeState(({ status }) => states.push(status));
  let appearances = 0;
  emulator.onDidAppear(() => (appearances += 1));
  const note = async (line: string | undefined): Promise<void> => {
    noted.line = line;
    noted.changed.fire();
    await settle();
  };
  return {
    emulator,
    children,
    ports,
    busy,
    damaged,
    secrets,
    states,
    clock,
    note,
    appearances: () => appearances,
  };
}

const settle = () => new Promise(setImmediate);

describe('emulator process', () => {
  it('tells of one that another window has started, once its own has ended', async () => {
    const { emulator, children, note, appearances } = setUp();
    const other = LINE.replace('41234', '41235');
    const start = emulator.start();
    children[0]?.line.resolve(LINE);
    await start;
    // Its own, and another one while its own runs.
    await note(LINE);
    await note(other);
    await note(LINE);
    children[0]?.end.resolve('lost connection');
    await settle();
    assert.deepEqual([emulator.state.status, appearances()], ['failed', 0]);
    await note(undefined);
    assert.equal(appearances(), 0);
    await note(other);
    assert.equal(appearances(), 1);
    const again = emulator.start();
    await note(other);
    children[1]?.line.resolve(other);
    await again;
    await note(other);
    assert.equal(appearances(), 1);
    // The other window was faster than the news of the end.
    await note(LINE);
    children[1]?.end.resolve(STOPPED_TEXT);
    await settle();
    assert.deepEqual([emulator.state.status, appearances()], ['stopped', 2]);
    emulator.dispose();
    await note(other);
    assert.equal(appearances(), 2);
  });

  it('says that its data is damaged, and starts again once that is set aside', async () => {
    const { emulator, children, damaged } = setUp();
    const start = emulator.start();
    children[0]?.end.resolve(EXIT_DATA_DAMAGED);
    await assert.rejects(start, { reason: 'emulatorData', message: /is damaged/ });
    assert.deepEqual(damaged, ['damaged']);
    assert.equal(emulator.state.status, 'failed');
    const again = emulator.start();
    children[1]?.line.resolve(LINE);
    assert.equal((await again).apiKey, 'emulator-key');
  });

  it('starts once for all who ask, and answers when it listens', async () => {
    const { emulator, children, secrets, states, clock } = setUp();
    const starts = [emulator.start(), emulator.start()];
    assert.equal(emulator.state.status, 'starting');
    children[0]!.line.resolve(LINE);
    const [first, second] = await Promise.all(starts);
    assert.equal(first, second);
    assert.equal(first?.baseUrl, 'http://127.0.0.1:41234');
    assert.equal(children.length, 1);
    assert.deepEqual(emulator.state, { status: 'running', port: 41234 });
    assert.deepEqual(states, ['starting', 'running']);
    assert.deepEqual(secrets, ['emulator-key', 'emulator-token', 'emulator-control']);
    assert.equal(clock.pending, 0);
    assert.doesNotMatch(inspect(emulator, { depth: 9, showHidden: true }), /emulator-key/);
  });

  it('takes another port where the one of the settings is in use, and says so', async () => {
    const { emulator, children, ports, busy, states } = setUp(8080);
    const start = emulator.start();
    children[0]!.end.resolve('code 3');
    await settle();
    children[1]!.line.resolve(LINE);
    await start;
    assert.deepEqual(ports, [8080, 0]);
    assert.deepEqual(busy, [[8080, 41234]]);
    assert.deepEqual(emulator.state, { status: 'running', port: 41234 });
    assert.deepEqual(states, ['starting', 'running']);
  });

  const failures: readonly (readonly [
    string,
    (child: FakeChild, clock: FakeClock) => void,
    RegExp,
  ])[] = [
    ['ends before it listens', (child) => child.end.resolve('code 1'), /exited \(code 1\)/],
    ['says nothing', (_child, clock) => clock.advance(START_LIMIT), /after 20 seconds/],
    [
      'names another machine',
      (child) => child.line.resolve(LINE.replace('127.0.0.1', 'evil.example')),
      /no URL on this machine/,
    ],
  ];
  for (const [title, fail, why] of failures) {
    it(`fails, says why and leaves nothing behind when it ${title}`, async () => {
      const { emulator, children, clock, states } = setUp();
      const start = emulator.start();
      fail(children[0]!, clock);
      await assert.rejects(start, (error: Error) => {
        assert.match(error.message, why);
        assert.equal((error as Error & { reason: string }).reason, 'emulatorFailed');
        return true;
      });
      assert.equal(emulator.state.status, 'failed');
      assert.equal(children[0]!.kills, 1);
      assert.equal(clock.pending, 0);
      void emulator.start().catch(() => undefined);
      assert.equal(children.length, 2);
      assert.deepEqual(states, ['starting', 'failed', 'starting']);
      emulator.dispose();
    });
  }

  it('is ended by stop, also while it starts, and left to others by dispose', async () => {
    const { emulator, children, states } = setUp();
    const start = emulator.start();
    const stopped = emulator.stop();
    await assert.rejects(start, CancelledError);
    await stopped;
    assert.deepEqual(states, ['starting', 'stopped']);
    const again = emulator.start();
    children[1]!.line.resolve(LINE);
    await again;
    emulator.dispose();
    await settle();
    assert.deepEqual(
      children.map(({ kills, releases }) => [kills, releases]),
      [
        [1, 0],
        [0, 1],
      ],
    );
    assert.equal(emulator.state.status, 'stopped');
  });
});

/** Prints what it was given, then waits to be ended, or ends at once with a code. */
const SCRIPT = `
process.stderr.write('one\\ntwo\\n');
console.log(JSON.stringify([process.argv.slice(2), Object.keys(process.env).sort()]));
const code = Number(process.argv[2]);
if (code > 0) process.exit(code);
setInterval(() => undefined, 1e6);
`;

/** What stands in the environment of VS Code. */
const GIVEN = {
  CANARY_API_KEY: 'canary',
  CI: 'true',
  NODE_EXTRA_CA_CERTS: '/own.pem',
  HTTPS_PROXY: 'http://me:canary@proxy.test',
  https_proxy: 'http://proxy.test',
};

describe('emulator child', () => {
  const folder = folderForAll();
  let script: string;

  before(async () => {
    script = join(folder(), 'child.cjs');
    await writeFile(script, SCRIPT);
  });

  it('gets its arguments and the little of our environment that it needs', async () => {
    const own = process.env;
    process.env = { ...own, ...GIVEN };
    const lines: string[] = [];
    const child = spawnEmulator(script, ['0', '--seed', 'demo'], (line) => lines.push(line));
    const [args, names] = JSON.parse(await child.firstLine) as [string[], string[]];
    process.env = own;
    await child.kill();
    assert.deepEqual(args, ['0', '--seed', 'demo']);
    assert.ok(names.includes('ELECTRON_RUN_AS_NODE') && names.includes('PATH'));
    // A build server records nothing, and a company's certificates count for what is recorded.
    assert.ok(names.includes('CI') && names.includes('NODE_EXTRA_CA_CERTS'));
    // The proxy of the window is told by the control API: it may have a password.
    assert.deepEqual(
      names.filter((name) => /proxy|canary/i.test(name)),
      [],
    );
    assert.equal(await child.ended, 'signal SIGTERM');
    assert.deepEqual(lines, ['one', 'two']);
  });

  it('tells how it ended', async () => {
    const child = spawnEmulator(script, ['3'], () => undefined);
    assert.equal(await child.ended, 'code 3');
    await child.kill();
  });
});
