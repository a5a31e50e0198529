import assert from 'node:assert/strict';
import type { CallOptions, Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { ServiceError, TransportError } from '../../../src/api/errors';
import type { RetryOptions, RetryWait } from '../../../src/api/retryPolicy';
import { type AppError, CancelledError } from '../../../src/base/errors';
import { FakeClock } from '../../fakes/clock';
import { EagerClock } from '../../fakes/eagerClock';
import {
  errorAnswer,
  ScriptedTransport,
  type TransportScript,
} from '../../fakes/scriptedTransport';
import { settle, settled } from '../../fakes/settle';
import { ASK, collect, EVENT, failure, Rigs } from './harness';

const BUSY = errorAnswer(503, 'UNAVAILABLE', 'The model is overloaded.');
const OK = { status: 200, body: { models: [{ name: 'models/x' }] } };
const HALF = (): number => 0.5;

/** A client of a service that answers from a script, and on which waits are over at once. */
interface World {
  readonly client: Client;
  readonly transport: ScriptedTransport;
  readonly clock: EagerClock;
}

function world(script: TransportScript, retry: RetryOptions = {}): World {
  const clock = new EagerClock();
  const transport = new ScriptedTransport(script);
  const options = { clock, random: HALF, ...retry };
  return {
    client: createClient({ transport, preferredVersion: 'v1beta', retry: options }),
    transport,
    clock,
  };
}

const EMPTY = { status: 200, body: {} };

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('a call that fails', () => {
  it('with 503 is repeated after a random part of a second, and says so before it waits', async () => {
    const { client, transport, clock } = world((_request, before) => (before === 0 ? BUSY : OK));
    const waits: RetryWait[] = [];
    const onRetry = (wait: RetryWait): void => {
      assert.equal(clock.waits.length, 0);
      waits.push(wait);
    };
    const answer = await client.call('models.list', {}, { onRetry });
    assert.equal(answer.models?.[0]?.name, 'models/x');
    assert.equal(transport.requests.length, 2);
    assert.deepEqual(transport.requests[1], transport.requests[0]);
    assert.deepEqual(clock.waits, [500]);
    const { error, ...told } = waits[0] ?? assert.fail('It did not say so.');
    assert.deepEqual(told, {
      operation: 'models.list',
      attempt: 1,
      maxAttempts: 4,
      delayMs: 500,
      asked: false,
    });
    assert.equal(error.message, 'The model is overloaded.');
  });

  it('every time ends at the fourth attempt and says how often it was tried', async () => {
    const { client, transport, clock } = world(() => BUSY);
    const error = await failure(client.call('models.generateContent', ASK));
    assert.equal(transport.requests.length, 4);
    assert.deepEqual(clock.waits, [500, 1000, 2000]);
    assert.ok(error instanceof ServiceError);
    assert.equal(error.attempts, 4);
    assert.equal(error.message, 'The model is overloaded.');
    assert.equal(error.reason, 'overloaded');
    assert.equal(error.hint?.match(/Tried 4 times/g)?.length, 1);
  });

  for (const maxAttempts of [0, 1]) {
    it(`is sent once where ${maxAttempts} attempts are allowed`, async () => {
      const { client, transport } = world(() => BUSY, { maxAttempts });
      const error = await failure(client.call('models.list', {}));
      assert.equal(transport.requests.length, 1);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.attempts, 1);
      assert.doesNotMatch(error.hint ?? '', /Tried/);
    });
  }
});

describe('a delete that fails', () => {
  const remove = (answers: readonly ReturnType<typeof errorAnswer>[]) => {
    const { client, transport } = world((_request, before) => answers[before] ?? EMPTY);
    return { transport, ended: client.call('corpora.delete', { name: 'corpora/a' }) };
  };

  it('is repeated, and is done where it then finds nothing', async () => {
    for (const again of [
      EMPTY,
      errorAnswer(404, 'NOT_FOUND'),
      errorAnswer(403, 'PERMISSION_DENIED'),
    ]) {
      const { ended, transport } = remove([BUSY, again]);
      assert.deepEqual(await ended, {});
      assert.equal(transport.requests.length, 2);
    }
  });

  it('that ends without an answer may be done, which it says', async () => {
    const { ended, transport } = remove([BUSY, BUSY, BUSY, BUSY]);
    assert.match((await failure(ended)).hint ?? '', /may have succeeded.*Tried 4 times/);
    assert.equal(transport.requests.length, 4);
  });
});

describe('a create that fails with its outcome open', () => {
  it('is not repeated, and says so', async () => {
    const { client, transport } = world(() => BUSY);
    const error = await failure(client.call('corpora.create', { body: { name: 'corpora/a' } }));
    assert.match(error.hint ?? '', /may have succeeded/);
    assert.equal(transport.requests.length, 1);
  });
});

describe('on the wire, a call', () => {
  const retry = (): RetryOptions => ({ clock: new EagerClock(), random: HALF });

  it('that reads is repeated when the connection breaks before the answer', async () => {
    const { client, server } = await rigs.start(
      (_request, wire) => {
        if (server.requests.length > 1) return wire.json(200, OK.body);
        wire.reset();
        return undefined;
      },
      { retry: retry() },
    );
    const answer = await client.call('models.list', {});
    assert.equal(answer.models?.length, 1);
    assert.equal(server.requests.length, 2);
  });

  it('that generates is repeated once when the connection breaks before the answer', async () => {
    const { client, server } = await rigs.start(
      (_request, wire) => {
        if (server.requests.length !== 2) {
          wire.reset();
          return;
        }
        return wire.json(200, { modelVersion: 'x' });
      },
      { retry: retry() },
    );
    const answer = await client.call('models.generateContent', ASK);
    assert.equal(answer.modelVersion, 'x');
    assert.equal(server.requests.length, 2);
    const error = await failure(client.call('models.generateContent', ASK));
    assert.ok(error instanceof TransportError);
    assert.deepEqual([error.reason, error.attempts], ['reset', 2]);
    assert.match(error.hint ?? '', /Tried 2 times/);
    assert.equal(server.requests.length, 4);
  });

  // The server's own clock is an hour behind.
  const DATE = 'Sat, 31 Jan 2026 11:00:00 GMT';
  const waits: readonly (readonly [string, { readonly [name: string]: string }, number])[] = [
    ['seconds', { 'retry-after': '7' }, 7700],
    ['a date', { 'retry-after': 'Sat, 31 Jan 2026 11:00:10 GMT', date: DATE }, 11_000],
    ['no time at all', { 'retry-after': 'soon' }, 500],
  ];
  for (const [what, headers, expected] of waits) {
    it(`that is told ${what} in Retry-After waits for ${expected} ms`, async () => {
      const clock = new EagerClock();
      const { client, server } = await rigs.start(
        (_request, wire) =>
          server.requests.length === 1
            ? wire.answer(429, '', headers)
            : wire.json(200, { totalTokens: 1 }),
        { retry: { clock, random: HALF } },
      );
      await client.call('models.countTokens', { model: 'models/x', body: {} });
      assert.equal(server.requests.length, 2);
      assert.deepEqual(clock.waits, [expected]);
    });
  }

  it('that streams is repeated before its first piece', async () => {
    const { client, server } = await rigs.start(
      (_request, wire) =>
        server.requests.length === 1 ? wire.json(503, BUSY.body) : wire.events([EVENT]),
      { retry: retry() },
    );
    const pieces = await collect(client.stream('models.streamGenerateContent', ASK));
    assert.equal(pieces.length, 1);
    assert.equal(server.requests.length, 2);
  });

  it('that streams is not repeated once something of it was shown', async () => {
    const error = 'data: {"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}\r\n\r\n';
    const { client, server } = await rigs.start((_request, wire) => wire.events([EVENT, error]), {
      retry: retry(),
    });
    const ended = await failure(collect(client.stream('models.streamGenerateContent', ASK)));
    assert.equal(ended.message, 'Busy.');
    assert.equal(server.requests.length, 1);
  });
});

describe('a wait before a repeat', () => {
  function waiting(
    script: TransportScript = () => BUSY,
  ): Omit<World, 'clock'> & { clock: FakeClock } {
    const clock = new FakeClock();
    const transport = new ScriptedTransport(script);
    const retry = { clock, random: HALF };
    return {
      client: createClient({ transport, preferredVersion: 'v1beta', retry }),
      transport,
      clock,
    };
  }

  const ways: {
    readonly [way: string]: (client: Client, options: CallOptions) => Promise<unknown>;
  } = {
    call: (client, options) => client.call('models.list', {}, options),
    stream: (client, options) =>
      collect(client.stream('models.streamGenerateContent', ASK, options)),
    pages: (client, options) => collect(client.pages('models.list', {}, options)),
  };
  for (const [way, start] of Object.entries(ways)) {
    it(`ends at once when the signal of a ${way} aborts`, async () => {
      const { client, transport, clock } = waiting();
      const controller = new AbortController();
      const ended = failure(start(client, { signal: controller.signal }));
      await settle();
      assert.equal(clock.pending, 1);
      controller.abort();
      assert.ok((await ended) instanceof CancelledError);
      assert.equal(clock.pending, 0);
      await settled(clock.advance(60_000));
      assert.equal(transport.requests.length, 1);
    });
  }

  it('ends with advice for the operation: another model helps only where one is asked', async () => {
    const hintOf = async (start: (client: Client) => Promise<unknown>): Promise<string> => {
      const { client, clock } = waiting();
      const ended = failure(start(client));
      for (let count = 0; count < 20; count++) {
        await settle();
        clock.advance(60_000);
      }
      return ((await ended) as AppError).hint ?? '';
    };
    assert.match(await hintOf((client) => client.call('models.generateContent', ASK)), /model/);
    const list = await hintOf((client) => client.call('files.list', {}));
    assert.match(list, /overloaded/);
    assert.doesNotMatch(list, /model/);
  });
});
