import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createChunks } from '../../../../src/resources/chunks/chunkCalls';
import { type FailedRow, IN_FLIGHT } from '../../../../src/resources/chunks/batchJob';
import type { ChunkRow, NamedRow } from '../../../../src/resources/chunks/mapping';
import { ChunkService, lost, serviceError, textOf } from './chunkService';

const document: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'document',
  name: 'corpora/c/documents/d',
};
function rowOf(line: number, text = `Text ${line}`, id?: string): ChunkRow {
  return { line, chunk: { data: { stringValue: text } }, ...(id === undefined ? {} : { id }) };
}

function setUp(
  count: number,
  change: (line: number) => ChunkRow = (line) => rowOf(line),
  options: { readonly inFlight?: number } = { inFlight: IN_FLIGHT },
) {
  const service = new ChunkService();
  const failed: FailedRow<NamedRow>[] = [];
  const given = { count: 0, isClosed: false };
  const abort = new AbortController();
  async function* rows(): AsyncGenerator<ChunkRow> {
    try {
      while (given.count < count) {
        given.count += 1;
        yield change(given.count);
      }
    } finally {
      given.isClosed = true;
    }
  }
  const run = (source: AsyncIterable<ChunkRow> = rows()) =>
    createChunks(service, document, source, {
      clock: service.clock,
      signal: abort.signal,
      random: () => 0.5,
      ...options,
      onFailed: (one) => failed.push(one),
    });
  const create = () => service.finish(run());
  const made = (): readonly string[] => [...service.chunks.values()].map(textOf);
  return { service, failed, given, abort, run, create, made };
}

const textsOf = (count: number) => Array.from({ length: count }, (_, index) => `Text ${index + 1}`);

describe('creating many chunks', () => {
  it('keeps the order of the rows, whatever goes wrong', async () => {
    const { service, failed, create, made } = setUp(1050, (line) => rowOf(line), {});
    service.isBad = (text) => text === 'Text 345';
    service.namesBad = false;
    const quota = serviceError(429, 'RESOURCE_EXHAUSTED', 'quota', 'Wait.');
    service.trouble = (batch) => {
      if (batch === 2) return { when: 'before', error: quota };
      return batch === 4 ? { when: 'after', error: lost() } : undefined;
    };
    await create();
    assert.equal(service.most, 1);
    assert.equal(failed.length, 1);
    assert.deepEqual(
      made(),
      textsOf(1050).filter((text) => text !== 'Text 345'),
    );
  });

  it('sends 100 in a call and four calls at once where the order does not matter, each row once', async () => {
    const { service, failed, create, made } = setUp(1050);
    const result = await create();
    assert.deepEqual(result, { read: 1050, done: 1050, there: 0, failed: 0 });
    assert.deepEqual(
      service.batches.map(({ ids }) => ids.length),
      [...Array<number>(10).fill(100), 50],
    );
    assert.equal(service.most, 4);
    assert.deepEqual(failed, []);
    assert.deepEqual([...made()].sort(), textsOf(1050).sort());
    assert.ok([...service.chunks.keys()].every((name) => /\/chunks\/[a-z0-9]{12}$/.test(name)));
  });

  it('takes ids that rows bring, and leaves out what only the service sets', async () => {
    const { service, create } = setUp(1, () => ({
      line: 1,
      id: 'mine',
      chunk: {
        name: 'corpora/x/documents/y/chunks/z',
        createTime: 't',
        data: { stringValue: 'A' },
      },
    }));
    await create();
    assert.deepEqual(
      [...service.chunks],
      [
        [
          'corpora/c/documents/d/chunks/mine',
          {
            data: { stringValue: 'A' },
            name: 'corpora/c/documents/d/chunks/mine',
            state: 'STATE_ACTIVE',
          },
        ],
      ],
    );
  });

  it('reads no further than what is about to be sent', async () => {
    const { service, given, run } = setUp(2000);
    const over = run();
    await new Promise(setImmediate);
    assert.equal(given.count, 400);
    service.latency = 0;
    await service.finish(over, 50);
  });

  it('keeps batches below the size of a body, and tells rows that are larger', async () => {
    const long = 'x'.repeat(1_500_000);
    const { service, failed, create } = setUp(5, (line) =>
      rowOf(line, line === 3 ? 'x'.repeat(4_000_000) : long),
    );
    const result = await create();
    assert.deepEqual(result, { read: 5, done: 4, there: 0, failed: 1 });
    assert.deepEqual(
      service.batches.map(({ ids }) => ids.length),
      [2, 2],
    );
    assert.deepEqual(
      failed.map(({ row, reason, kind }) => [row.line, reason, kind]),
      [[3, 'The chunk is too large for one request.', 'refused']],
    );
  });

  for (const namesBad of [true, false]) {
    const how = namesBad ? 'where the service names it' : 'where the service names none';
    it(`finds one bad row among 250, ${how}, and creates the others`, async () => {
      const { service, failed, create, made } = setUp(250);
      service.namesBad = namesBad;
      service.isBad = (text) => text === 'Text 137';
      const result = await create();
      assert.deepEqual(result, { read: 250, done: 249, there: 0, failed: 1 });
      assert.deepEqual(
        failed.map(({ row, kind }) => [row.line, kind]),
        [[137, 'refused']],
      );
      assert.match(failed[0]?.reason ?? '', /is bad\.$/);
      assert.equal(made().length, 249);
      assert.ok(service.batches.length <= (namesBad ? 4 : 20), `${service.batches.length} calls`);
    });
  }

  it('creates nothing twice where answers are lost', async () => {
    const { service, failed, create, made } = setUp(1000);
    // Of every third call it is done, and of every fifth it is not.
    service.trouble = (batch) => {
      if (batch % 3 === 0) return { when: 'after', error: lost() };
      if (batch % 5 === 0) return { when: 'before', error: lost() };
      return undefined;
    };
    const result = await create();
    assert.deepEqual(result, { read: 1000, done: 1000, there: 0, failed: 0 });
    assert.deepEqual(failed, []);
    assert.deepEqual([...made()].sort(), textsOf(1000).sort());
  });

  it('keeps what was created when it is cancelled, and tells what was not sent', async () => {
    const { service, failed, given, abort, run, made } = setUp(10_000);
    const over = run();
    const watch = service.clock.schedule(120, () => abort.abort());
    const result = await service.finish(over);
    watch.dispose();
    assert.ok(result.stopped instanceof CancelledError);
    assert.ok(given.isClosed);
    assert.equal(result.done, 1200);
    assert.equal(made().length, 1200);
    assert.equal(result.read, result.done + failed.length);
    assert.ok(failed.every(({ kind }) => kind === 'notSent'));
  });

  it('ends where it may not, and sends nothing more', async () => {
    const { service, failed, create } = setUp(5000);
    const error = serviceError(401, 'UNAUTHENTICATED', 'unauthenticated', 'Sign in.');
    service.trouble = (batch) => (batch > 4 ? { when: 'before', error } : undefined);
    const result = await create();
    assert.equal(result.stopped, error);
    assert.equal(result.done, 400);
    assert.equal(service.batches.length, 8);
    assert.equal(failed.length, result.read - 400);
  });

  it('ends after a while where the service is away, and knows what was done', async () => {
    const { service, failed, create } = setUp(1000);
    const error = serviceError(503, 'UNAVAILABLE', 'overloaded', 'Away.');
    service.trouble = (batch) => (batch > 2 ? { when: 'before', error } : undefined);
    const result = await create();
    assert.equal(result.stopped, error);
    assert.equal(result.done, 200);
    assert.equal(failed.length + 200, result.read);
    assert.ok(failed.every(({ kind }) => kind === 'notSent'));
  });
});
