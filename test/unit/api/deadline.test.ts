import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { FakeClock } from '../../fakes/clock';
import { settle, settled } from '../../fakes/settle';
import { ASK, EVENT, Gate, Rigs, SSE, failure, reasonOf } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

const SECOND = 1000;

/** Reads a stream and tells how many pieces came, while it runs. */
class Reader {
  pieces = 0;
  readonly #waiting: (() => void)[] = [];
  readonly end: Promise<unknown>;

  constructor(client: Client) {
    this.end = this.#read(client).catch((error: unknown) => error);
  }

  /** Resolves with the next piece. */
  piece(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #read(client: Client): Promise<void> {
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      this.pieces += piece.candidates?.length ?? 0;
      this.#waiting.shift()?.();
    }
  }
}

describe('deadlines', () => {
  it('end a call whose head never comes, once, and close its socket', async () => {
    const clock = new FakeClock();
    const seen = new Gate();
    const closed = new Gate();
    const { client, server, exchanges } = await rigs.start(
      (_request, wire) => {
        seen.open();
        void wire.closed.then(closed.open);
      },
      { clock },
    );
    const error = failure(client.call('models.countTokens', ASK));
    await seen.opened;
    clock.advance(59 * SECOND);
    assert.equal(exchanges.length, 0);
    clock.advance(1 * SECOND);
    assert.equal((await error).reason, 'timeout');
    assert.match((await error).message, /60 s/);
    await closed.opened;
    assert.equal(server.requests.length, 1);
    assert.equal(exchanges[0]?.durationMs, 60_000);
    assert.equal(clock.pending, 0);
  });

  it('cover a whole stream, however steadily it drips', async () => {
    const clock = new FakeClock();
    let drip = (): void => assert.fail('no request yet');
    const started = new Gate();
    const { client } = await rigs.start(
      async (_request, wire) => {
        await wire.head(200, SSE);
        drip = () => {
          void wire.chunk(EVENT);
        };
        started.open();
      },
      { clock, idleMs: 20 * SECOND, timeoutMs: 100 * SECOND },
    );
    const reader = new Reader(client);
    await started.opened;
    for (let step = 0; step < 9; step++) {
      const piece = reader.piece();
      drip();
      await piece;
      await settle();
      clock.advance(10 * SECOND);
    }
    assert.equal(reader.pieces, 9);
    clock.advance(10 * SECOND);
    assert.equal(reasonOf(await reader.end), 'timeout');
  });
});

describe('idle limits', () => {
  it('end a stream that stands still, and keep what came', async () => {
    const clock = new FakeClock();
    const closed = new Gate();
    const { client, exchanges } = await rigs.start(
      async (_request, wire) => {
        void wire.closed.then(closed.open);
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
      },
      { clock },
    );
    const reader = new Reader(client);
    await settled(reader.piece());
    await settled(clock.advance(59 * SECOND));
    assert.equal(exchanges.length, 0);
    clock.advance(1 * SECOND);
    assert.equal(reasonOf(await reader.end), 'idle');
    assert.equal(reader.pieces, 1);
    await closed.opened;
    assert.equal(exchanges[0]?.outcome, 'idle');
    assert.equal(clock.pending, 0);
  });

  it('do not count before the first byte of a stream: a long thought is legitimate', async () => {
    const clock = new FakeClock();
    const started = new Gate();
    let speak = (): void => assert.fail('no request yet');
    const { client } = await rigs.start(
      async (_request, wire) => {
        await wire.head(200, SSE);
        speak = () => {
          void wire.chunk(EVENT).then(() => wire.end());
        };
        started.open();
      },
      { clock },
    );
    const reader = new Reader(client);
    await started.opened;
    await settle();
    clock.advance(500 * SECOND);
    speak();
    assert.equal(await reader.end, undefined);
    assert.equal(reader.pieces, 1);
  });
});
