import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import {
  forgetDeleted,
  type KeptBatch,
  recordsOf,
} from '../../../../src/resources/batches/batchRecords';
import { exportResults, openResults } from '../../../../src/resources/batches/openResults';
import { resubmitFailed } from '../../../../src/resources/batches/createBatch';
import { fakeRoom } from '../../../fakes/room';
import { settled } from '../../../fakes/settle';

const BATCH: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'batch',
  name: 'batches/b1',
};
const RECORD: KeptBatch = {
  id: '0123456789abcdef',
  connection: 'aaaa1111',
  kind: 'generate',
  model: 'models/flash',
  displayName: 'Tides',
  count: 3,
  digest: 'x',
  createdAt: '2026-01-31T10:00:00.000Z',
  name: BATCH.name,
};

const request = (key: string) => ({
  key,
  request: { contents: [{ parts: [{ text: `ask ${key}` }] }] },
});
const response = (text: string) => ({
  candidates: [
    { content: { parts: [{ text: 'hm', thought: true }, { text }] }, finishReason: 'STOP' },
  ],
  usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 3, totalTokenCount: 5 },
});
const lines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A batch that is done; `output` is what it has in its metadata. */
function done(output: object, more: JsonObject = {}): JsonObject {
  return {
    name: BATCH.name,
    done: true,
    metadata: {
      displayName: 'Tides',
      model: 'models/flash',
      state: 'BATCH_STATE_SUCCEEDED',
      output,
      ...more,
    } as JsonObject,
  };
}

const INLINE = done({
  inlinedResponses: {
    inlinedResponses: [
      { metadata: { key: 'a' }, response: response('answer a') },
      { metadata: { key: 'b' }, error: { code: 8, message: 'Too many.' } },
      { metadata: { key: 'c' }, response: { promptFeedback: { blockReason: 'SAFETY' } } },
    ],
  },
});

async function room(
  batch: JsonObject,
  isOurs: boolean,
  ...answers: readonly (string | undefined)[]
) {
  const made = fakeRoom(
    ({ id, input }) => {
      if (id === 'batches.get') return batch;
      if (id === 'batches.list') return { operations: [batch] };
      if (id === 'batches.cancel') return {};
      if (id === 'models.batchGenerateContent') return { name: 'batches/b2', metadata: input.body };
      throw new Error(`Nobody asked for ${id}.`);
    },
    ...answers,
  );
  if (isOurs) {
    await recordsOf(made.room).write(RECORD);
    const sent = lines([request('a'), request('b'), request('c')]);
    await made.folder('batches').write(`${RECORD.id}.requests.jsonl`, sent);
  }
  return made;
}

describe('the results of a batch', () => {
  it('stand beside their requests, with what failed first', async () => {
    const made = await room(INLINE, true);
    await openResults(made.room, [BATCH]);
    const { last } = made.sheets;
    assert.deepEqual(last.table, [
      ['b', 'failed', 'RESOURCE_EXHAUSTED: Too many.', '', 'ask b'],
      ['c', 'blocked', 'Prompt blocked: SAFETY', '', 'ask c'],
      ['a', 'completed', 'answer a', '5', 'ask a'],
    ]);
    assert.ok(
      last.texts.includes('Requests: 3 · 1 failed · 1 blocked · 1 completed'),
      last.texts.join('\n'),
    );
    assert.ok(last.texts.includes('Tokens: 2 in prompts, 3 in responses'));
    assert.equal(last.now.isBusy, false);
  });

  it('come from their file once, and from this machine afterwards', async () => {
    const made = await room(done({ responsesFile: 'files/out' }), true);
    const asked: string[] = [];
    const text = lines([{ key: 'a', response: response('answer a') }]);
    const get = made.clients.get.bind(made.clients);
    made.clients.get = async (connection) => ({
      ...(await get(connection)),
      exchange: async ({ path, query }) => {
        asked.push(`${path}?alt=${query.alt ?? ''}`);
        async function* body(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < text.length; at += 10)
            yield await Promise.resolve(Buffer.from(text.slice(at, at + 10)));
        }
        return { status: 200, headers: {}, body: body() } as never;
      },
    });
    await openResults(made.room, [BATCH]);
    assert.deepEqual(
      made.sheets.last.table.map(([key, state]) => [key, state]),
      [
        ['b', 'no response'],
        ['c', 'no response'],
        ['a', 'completed'],
      ],
    );
    await openResults(made.room, [BATCH]);
    assert.deepEqual(asked, ['/v1beta/files/out:download?alt=media']);
  });

  it('of a batch from elsewhere wait for the file of its requests', async () => {
    const made = await room(INLINE, false);
    await openResults(made.room, [BATCH]);
    const { last } = made.sheets;
    assert.deepEqual(
      last.table.map(([key, , , , asked]) => [key, asked]),
      [
        ['b', ''],
        ['c', ''],
        ['a', ''],
      ],
    );
    await assert.rejects(resubmitFailed(made.room, [BATCH]), { reason: 'noRequests' });
    made.localFiles.sources.push({ name: 'in.jsonl', text: lines(['c', 'b', 'a'].map(request)) });
    await last.act('addRequests');
    assert.deepEqual(
      last.table.map(([key, , , , asked]) => [key, asked]),
      [
        ['b', 'ask b'],
        ['c', 'ask c'],
        ['a', 'ask a'],
      ],
    );
    // It is known the next time.
    await openResults(made.room, [BATCH]);
    assert.equal(made.sheets.last.table[0]?.[4], 'ask b');
  });

  it('are shown a page at a time, and searched in all of them', async () => {
    const count = 2500;
    const all = Array.from({ length: count }, (_, at) => ({
      metadata: { key: `k${at}` },
      response: response(at === 2400 ? 'the Needle' : 'hay'),
    }));
    const made = await room(done({ inlinedResponses: { inlinedResponses: all } }), false, 'needle');
    await openResults(made.room, [BATCH]);
    const { last } = made.sheets;
    const page = () => [last.block('table').caption, last.table.length, last.table[0]?.[0]];
    assert.deepEqual(page(), ['Results: 1 to 1,000 of 2,500', 1000, 'k0']);
    await last.act('next');
    await last.act('next');
    assert.deepEqual(page(), ['Results: 2,001 to 2,500 of 2,500', 500, 'k2000']);
    await last.act('previous');
    assert.deepEqual(page(), ['Results: 1,001 to 2,000 of 2,500', 1000, 'k1000']);
    await last.act('find');
    assert.deepEqual(page(), ['Results with “needle”', 1, 'k2400']);
    await last.act('find');
    assert.deepEqual(page()[1], 1000);
  });
});

describe('resubmitting what failed', () => {
  it('makes a new batch of those requests alone, as they were sent', async () => {
    const made = await room(INLINE, true, 'Name', 'Again', 'Create batch job');
    await resubmitFailed(made.room, [BATCH]);
    const call = made.clients.calls.find(({ id }) => id === 'models.batchGenerateContent');
    assert.deepEqual(call?.input, {
      model: 'models/flash',
      body: {
        batch: {
          displayName: 'Again',
          model: 'models/flash',
          inputConfig: {
            requests: { requests: [{ request: request('b').request, metadata: { key: 'b' } }] },
          },
        },
      },
    });
    assert.deepEqual(
      made.activity.followed.map(({ name }) => name),
      ['batches/b2'],
    );
  });
});

describe('exporting results', () => {
  it('writes all as JSON lines, in the order of the requests', async () => {
    const made = await room(INLINE, true, 'JSON Lines');
    await exportResults(made.room, [BATCH]);
    assert.equal(
      made.localFiles.written.get('Tides.results.jsonl'),
      lines([
        { ...request('a'), response: response('answer a') },
        { ...request('b'), error: { code: 8, message: 'Too many.' } },
        { ...request('c'), response: { promptFeedback: { blockReason: 'SAFETY' } } },
      ]),
    );
  });

  it('writes a table for a spreadsheet', async () => {
    const made = await room(INLINE, true, 'CSV');
    await exportResults(made.room, [BATCH]);
    assert.equal(
      made.localFiles.written.get('Tides.results.csv'),
      [
        'key,state,request,answer,error,tokens',
        'a,answered,ask a,answer a,,5',
        'b,failed,ask b,,RESOURCE_EXHAUSTED: Too many.,',
        'c,blocked,ask c,Prompt blocked: SAFETY,,',
        '',
      ].join('\r\n'),
    );
  });
});

describe('what is kept of a batch on this machine', () => {
  it('goes when the batch is deleted, and when the service has long forgotten it', async () => {
    const made = await room(INLINE, true);
    const records = recordsOf(made.room);
    const subscription = forgetDeleted(made.store, records);
    await openResults(made.room, [BATCH]);
    assert.equal((await made.folder('batches').list()).length, 3);
    made.store.remove([{ ...BATCH, connection: 'bbbb2222' }]);
    await settled(made.store.remove([BATCH]));
    assert.deepEqual(await made.folder('batches').list(), []);
    subscription.dispose();
    await records.write(RECORD);
    await records.sweep(Date.parse('2026-02-28T10:00:00Z'));
    assert.equal((await records.list()).length, 1);
    await records.sweep(Date.parse('2026-03-31T10:00:00Z'));
    assert.deepEqual(await records.list(), []);
  });
});
