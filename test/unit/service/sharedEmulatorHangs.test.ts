import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Http, HttpResponse, HttpRequest } from '../../../src/api/transport';
import { CancelledError, errorMessage } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import {
  type ChildHandle,
  START_LIMIT,
  type StartEmulator,
} from '../../../src/service/emulatorProcess';
import { type AddressNote, sharedEmulator } from '../../../src/service/sharedEmulator';
import { FakeClock } from '../../fakes/clock';

const NOT_ENDED = 'it didn’t stop in time';

/** A child that says the line which it was given, answers nobody itself, and says when it is killed. */
const SCRIPT = `
process.on('SIGTERM', () => process.stderr.write('killed\\n', () => process.exit()));
console.log(process.argv[2]);
setInterval(() => undefined, 1e6);
`;

/** The line of an emulator, which is told by its number. */
function lineOf(number: number): string {
  const secrets = { apiKey: 'key', accessToken: 'token', controlToken: `control-${number}` };
  return JSON.stringify({ baseUrl: `http://127.0.0.1:${4000 + number}`, ...secrets });
}

/** What answers in place of the children, by their numbers. */
class Emulators implements Http {
  /** Those that take requests and never answer. */
  readonly hung = new Set<number>();
  /** What ends each request that holds one. */
  readonly held = new Map<number, Set<(answer: HttpResponse) => void>>();
  readonly #sent = new Emitter<string>();
  /** Each request, as `1 GET holds`, before it is answered. */
  readonly onDidSend = this.#sent.event;

  send({ method, url }: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const number = Number(url.port) - 4000;
    const path = url.pathname.slice('/$emulator/'.length);
    const request = `${number} ${method} ${path}`;
    this.#sent.fire(request);
    if (signal?.aborted) return Promise.reject(new CancelledError(signal.reason));
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    signal?.addEventListener('abort', () => reject(new CancelledError(signal.reason)));
    if (path === 'hold') {
      const holds = this.held.get(number) ?? new Set();
      this.held.set(number, holds.add(resolve));
      signal?.addEventListener('abort', () => holds.delete(resolve));
    } else if (!this.hung.has(number)) {
      if (path === 'stop') this.end(number);
      resolve({ status: 200, headers: {}, text: '{}' });
    }
    return promise;
  }

  /** One of them ends, and says that it was stopped. */
  end(number: number): void {
    const holds = this.held.get(number) ?? new Set();
    for (const end of holds) end({ status: 200, headers: {}, text: '{"stopped":true}' });
    holds.clear();
  }

  holdsOf(number: number): number {
    return this.held.get(number)?.size ?? 0;
  }

  /** Resolves when somebody asks that the next time. */
  next(request: string): Promise<void> {
    return new Promise((resolve) => {
      const listener = this.onDidSend((sent) => {
        if (sent !== request) return;
        listener.dispose();
        resolve();
      });
    });
  }
}

describe('an emulator of all windows that hangs', () => {
  let folder: string;
  let script: string;
  let clock: FakeClock;
  let emulators: Emulators;
  let noted: string | undefined;
  let changed: Emitter<void>;
  let errors: string[];
  let uses: ChildHandle[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-hangs-'));
    script = join(folder, 'child.cjs');
    await writeFile(script, SCRIPT);
  });
  beforeEach(() => {
    [clock, emulators, noted] = [new FakeClock(), new Emulators(), undefined];
    [changed, errors, uses] = [new Emitter(), [], []];
  });
  afterEach(async () => {
    emulators.hung.clear();
    await Promise.all(uses.map((use) => use.kill()));
    assert.deepEqual(await readdir(folder), ['child.cjs']);
  });
  after(() => rm(folder, { recursive: true }));

  const write = async (line: string | undefined): Promise<void> => {
    noted = line;
    changed.fire();
  };
  const note: AddressNote = {
    ...{ read: async () => noted, write, remove: () => write(undefined) },
    onDidChange: (listener) => changed.event(listener),
  };

  /** What starts an emulator of a number, where it starts one. It tells its window when that is killed. */
  function starter(number: number, onKilled?: () => void): StartEmulator {
    const shared = sharedEmulator({
      ...{ script, args: [lineOf(number)], folder, note, http: emulators, clock },
      ...{ network: () => ({}), onDidChangeNetwork: new Emitter<void>().event },
      ...{ spend: () => ({}), onDidChangeSpend: new Emitter<void>().event },
      onError: (error) => void errors.push(errorMessage(error)),
    });
    return (onLine, port) => {
      const use = shared((line) => (line === 'killed' ? onKilled?.() : onLine(line)), port);
      uses.push(use);
      return use;
    };
  }

  function start(number: number, onKilled?: () => void): ChildHandle {
    return starter(number, onKilled)(() => undefined, 0);
  }

  /** Waits for both looks of a start at one that does not answer. */
  async function passBothLooks(number: number): Promise<void> {
    for (let look = 0; look < 2; look += 1) {
      await emulators.next(`${number} GET holds`);
      clock.advance(5000);
    }
  }

  it('is replaced by the next start, long before that counts as failed', async () => {
    noted = lineOf(1);
    emulators.hung.add(1);
    const begun = clock.monotonic();
    const two = start(2);
    await passBothLooks(1);
    assert.equal(await two.firstLine, lineOf(2));
    assert.equal(noted, lineOf(2));
    assert.ok(clock.monotonic() - begun <= START_LIMIT / 2);
    assert.deepEqual([emulators.holdsOf(1), emulators.holdsOf(2)], [0, 1]);
    assert.equal(clock.pending, 0);
  });

  it('is killed by the window that has started it, where that stops it', async () => {
    const killed = Promise.withResolvers<undefined>();
    const one = start(1, () => killed.resolve(undefined));
    await one.firstLine;
    emulators.hung.add(1);
    const stopped = one.kill();
    clock.advance(4999);
    assert.deepEqual(errors, []);
    clock.advance(1);
    await Promise.all([stopped, killed.promise]);
    assert.deepEqual(errors, [NOT_ENDED]);
    assert.equal(emulators.holdsOf(1), 0);
    assert.equal(clock.pending, 0);
  });
});
