import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { ServiceError } from '../../../src/api/errors';
import { CancelledError } from '../../../src/base/errors';
import { EagerClock } from '../../fakes/eagerClock';
import { errorAnswer, type ScriptedAnswer, ScriptedTransport } from '../../fakes/scriptedTransport';
import { failure } from './harness';
import { broken, found, HINT, inTurn, MISSING } from './lookupScript';
import { world } from './retryWorld';

const DOCUMENT = 'corpora/c/documents/d';
const FAILED = errorAnswer(500, 'INTERNAL');

interface Item {
  readonly name?: string;
  readonly chunk?: StoredChunk;
}
interface StoredChunk {
  readonly name?: string;
  readonly data?: { readonly stringValue?: string };
}

/** A document's chunks on a service that does only some of the first batch, and then fails. */
class HalfDoingService {
  readonly chunks = new Map<string, StoredChunk>();
  /** How often each chunk was created, changed or deleted. */
  readonly done = new Map<string, number>();
  readonly transport: ScriptedTransport;
  readonly client: Client;
  /** Names in each batch. */
  readonly batches: (readonly string[])[] = [];

  /** @param does whether the first batch gets to an item, by its place. */
  constructor(does: (index: number) => boolean) {
    this.transport = new ScriptedTransport(({ method, path, body }) => {
      if (method === 'GET') return this.#get(path.slice('/v1beta/'.length));
      const items = (body?.requests ?? []) as readonly Item[];
      this.batches.push(items.map((item) => item.name ?? item.chunk?.name ?? ''));
      const isFirst = this.batches.length === 1;
      const reached = items.filter((_item, index) => !isFirst || does(index));
      for (const item of reached) this.#do(item);
      if (isFirst) return FAILED;
      const isDelete = path.endsWith(':batchDelete');
      return { status: 200, body: isDelete ? {} : { chunks: items.map(({ chunk }) => chunk) } };
    });
    const retry = { clock: new EagerClock(), random: () => 0 };
    this.client = createClient({ transport: this.transport, preferredVersion: 'v1beta', retry });
  }

  #get(name: string): ScriptedAnswer {
    const chunk = this.chunks.get(name);
    return chunk ? { status: 200, body: chunk } : errorAnswer(404, 'NOT_FOUND');
  }

  #do({ name = '', chunk }: Item): void {
    const id = chunk?.name ?? name;
    this.done.set(id, (this.done.get(id) ?? 0) + 1);
    if (chunk) this.chunks.set(id, chunk);
    else this.chunks.delete(id);
  }
}

function chunk(
  index: number,
  text = `text ${index}`,
): StoredChunk & { name: string; data: object } {
  return { name: `${DOCUMENT}/chunks/c${index}`, data: { stringValue: text } };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_x, n) => n);
const creates = (count: number): { parent: string; chunk: ReturnType<typeof chunk> }[] =>
  numbers(count).map((index) => ({ parent: DOCUMENT, chunk: chunk(index) }));

describe('a batch whose outcome is open', () => {
  const some: readonly (readonly [string, (index: number) => boolean])[] = [
    ['nothing', () => false],
    ['the first', (index) => index === 0],
    ['every third', (index) => index % 3 === 0],
    ['all but the last', (index) => index < 99],
  ];
  for (const [what, does] of some) {
    it(`of which ${what} was created is completed: every chunk exactly once, in the order asked`, async () => {
      const service = new HalfDoingService(does);
      const { chunks } = await service.client.call('corpora.documents.chunks.batchCreate', {
        parent: DOCUMENT,
        body: { requests: creates(100) },
      });
      assert.deepEqual(
        chunks,
        numbers(100).map((index) => chunk(index)),
      );
      assert.deepEqual(new Set(service.done.values()), new Set([1]));
      assert.equal(service.done.size, 100);
      assert.equal(service.batches.length, 2);
      assert.equal(service.batches[1]?.length, numbers(100).filter((index) => !does(index)).length);
    });
  }

  it('of which all was created is not sent again', async () => {
    const service = new HalfDoingService(() => true);
    const { chunks } = await service.client.call('corpora.documents.chunks.batchCreate', {
      parent: DOCUMENT,
      body: { requests: creates(3) },
    });
    assert.deepEqual(chunks, [chunk(0), chunk(1), chunk(2)]);
    assert.equal(service.batches.length, 1);
  });

  it('with a chunk whose name the service chooses is not sent again', async () => {
    const service = new HalfDoingService(() => false);
    const requests = [...creates(2), { parent: DOCUMENT, chunk: { data: { stringValue: 'x' } } }];
    const input = { parent: DOCUMENT, body: { requests } };
    const error = await failure(service.client.call('corpora.documents.chunks.batchCreate', input));
    assert.match(error.hint ?? '', /Look before you repeat it/);
    assert.equal(service.transport.requests.length, 1);
  });

  it('in which another chunk has a name already is not sent again', async () => {
    const service = new HalfDoingService((index) => index === 0);
    const name = chunk(1).name;
    service.chunks.set(name, chunk(1, 'somebody else wrote this'));
    const input = { parent: DOCUMENT, body: { requests: creates(2) } };
    const error = await failure(service.client.call('corpora.documents.chunks.batchCreate', input));
    assert.match(error.hint ?? '', /Look before you repeat it/);
    assert.equal(service.batches.length, 1);
  });

  it('is looked up no further once a look failed', async () => {
    const service = new HalfDoingService(() => false);
    for (const index of numbers(100)) service.chunks.set(chunk(index).name, chunk(index, 'other'));
    const input = { parent: DOCUMENT, body: { requests: creates(100) } };
    await failure(service.client.call('corpora.documents.chunks.batchCreate', input));
    assert.ok(service.transport.requests.length < 20, String(service.transport.requests.length));
  });

  it('of which half was deleted deletes the rest', async () => {
    const service = new HalfDoingService((index) => index % 2 === 0);
    for (const index of numbers(6)) service.chunks.set(chunk(index).name, chunk(index));
    const requests = numbers(6).map((index) => ({ name: chunk(index).name }));
    const input = { parent: DOCUMENT, body: { requests } };
    assert.deepEqual(await service.client.call('corpora.documents.chunks.batchDelete', input), {});
    assert.equal(service.chunks.size, 0);
    assert.deepEqual(
      service.batches[1],
      [1, 3, 5].map((index) => chunk(index).name),
    );
  });

  it('of which half was changed changes the rest', async () => {
    const service = new HalfDoingService((index) => index < 2);
    for (const index of numbers(4)) service.chunks.set(chunk(index).name, chunk(index));
    const requests = numbers(4).map((index) => ({
      chunk: chunk(index, 'new'),
      updateMask: 'data',
    }));
    const input = { parent: DOCUMENT, body: { requests } };
    const { chunks } = await service.client.call('corpora.documents.chunks.batchUpdate', input);
    assert.deepEqual(
      chunks,
      numbers(4).map((index) => chunk(index, 'new')),
    );
    assert.deepEqual(service.batches[1], [chunk(2).name, chunk(3).name]);
  });
});

const CORPUS = { name: 'corpora/a', displayName: 'A' };
const CREATE = { body: CORPUS };
const TUNED = { name: 'tunedModels/t', displayName: 'T' };
const TUNE = {
  tunedModelId: 't',
  body: { displayName: 'T', tuningTask: { trainingData: { examples: { examples: [] } } } },
};

describe('a look before a repeat', () => {
  it('says that nobody knows where the repeat is refused and something else is there', async () => {
    const exists = errorAnswer(409, 'ALREADY_EXISTS');
    const other = found({ ...CORPUS, displayName: 'B' });
    const { client, transport } = world(inTurn(broken, MISSING, exists, other));
    const error = await failure(client.call('corpora.create', CREATE));
    assert.ok(error instanceof ServiceError);
    assert.equal(error.httpStatus, 409);
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 4);
  });

  it('says so too where the answer that belongs to it cannot be found', async () => {
    for (const operations of [found({}), errorAnswer(401, 'UNAUTHENTICATED')]) {
      const { client, transport } = world(inTurn(broken, found(TUNED), operations));
      const error = await failure(client.call('tunedModels.create', TUNE));
      assert.equal(error.message, 'It broke off.');
      assert.match(error.hint ?? '', HINT);
      assert.equal(transport.requests.length, 3);
    }
  });

  it('ends in a list that goes in a circle', async () => {
    const body = { granteeType: 'USER', emailAddress: 'me@example.org', role: 'READER' };
    const { client, transport } = world(({ method, query }) => {
      if (method === 'POST') broken();
      return found({ nextPageToken: query.pageToken === 'a' ? 'b' : 'a' });
    });
    const error = await failure(
      client.call('corpora.permissions.create', { parent: 'corpora/a', body }),
    );
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 4);
  });

  it('asks the version of the call, and keeps to its attempts', async () => {
    const busy = errorAnswer(503, 'UNAVAILABLE');
    const { client, transport } = world(inTurn(broken, busy, busy), { maxAttempts: 9 });
    const options = { version: 'v1beta3', maxAttempts: 2 } as const;
    const error = await failure(client.call('tunedModels.create', TUNE, options));
    assert.match(error.hint ?? '', HINT);
    assert.deepEqual(transport.lines, [
      'POST /v1beta3/tunedModels',
      'GET /v1beta3/tunedModels/t',
      'GET /v1beta3/tunedModels/t',
    ]);
  });

  it('ends when the signal aborts, and nothing is sent again', async () => {
    const stop = new AbortController();
    const { client, transport } = world(({ method }) => {
      if (method === 'POST') broken();
      stop.abort();
      throw new CancelledError();
    });
    const { signal } = stop;
    const error = await failure(client.call('corpora.create', CREATE, { signal }));
    assert.ok(error instanceof CancelledError);
    assert.equal(transport.requests.length, 2);
  });

  it('reads the fields of a mask by their names in proto as well', async () => {
    const metadata = (value: string) => [{ key: 'k', stringValue: value }];
    const chunk = (value: string) => ({
      name: 'corpora/c/documents/d/chunks/x',
      customMetadata: metadata(value),
      data: { stringValue: 'text' },
    });
    for (const updateMask of ['custom_metadata', 'customMetadata', ' data , custom_metadata.k']) {
      const lines: string[] = [];
      let stored = chunk('old');
      const { client } = world(({ method }) => {
        lines.push(method);
        if (method === 'GET') return found(stored);
        if (lines.length > 1) stored = chunk('new');
        return lines.length === 1 ? errorAnswer(500, 'INTERNAL') : found({ chunks: [stored] });
      });
      const requests = [{ chunk: chunk('new'), updateMask }];
      const input = { parent: 'corpora/c/documents/d', body: { requests } };
      await client.call('corpora.documents.chunks.batchUpdate', input);
      assert.deepEqual(lines, ['POST', 'GET', 'POST'], updateMask);
    }
  });
});
