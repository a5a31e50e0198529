import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import type { RetryOptions } from '../../../src/api/retry/retrier';
import type { RetryWait } from '../../../src/api/retry/retryPolicy';
import { EagerClock } from '../../fakes/eagerClock';
import { errorAnswer } from '../../fakes/scriptedTransport';
import { collect } from './cuts';
import { ASK, EVENT, failure, Rigs } from './harness';
import { BUSY, HALF, OK, world } from './retryWorld';

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

  for (const status of [400, 401, 403, 404, 409, 412, 501]) {
    it(`with ${status} is not repeated`, async () => {
      const { client, transport } = world(() => errorAnswer(status, ''));
      await failure(client.call('models.list', {}));
      await failure(client.call('models.generateContent', ASK));
      await failure(client.call('corpora.create', { body: { name: 'corpora/a' } }));
      assert.equal(transport.requests.length, 3);
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
    [
      'a date without the date of the answer',
      { 'retry-after': 'Sat, 31 Jan 2026 12:00:10 GMT' },
      11_000,
    ],
    ['a date in the past', { 'retry-after': 'Sat, 31 Jan 2026 10:00:00 GMT', date: DATE }, 500],
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
