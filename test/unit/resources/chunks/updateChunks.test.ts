import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { FailedRow } from '../../../../src/resources/chunks/batchJob';
import {
  type Change,
  changeOf,
  type ChunkChange,
  updateChunks,
} from '../../../../src/resources/chunks/chunkCalls';
import { ChunkService, textOf } from './chunkService';

const nameOf = (index: number) => `corpora/c/documents/d/chunks/c${index}`;

function setUp(count: number) {
  const service = new ChunkService();
  const changes: ChunkChange[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index);
    service.chunks.set(name, { name, data: { stringValue: `Old ${index}` } });
    const ref: ResourceRef = { connection: 'a', version: 'v1beta', kind: 'chunk', name };
    changes.push({ ref, chunk: { data: { stringValue: `New ${index}` } }, mask: 'data' });
  }
  const failed: FailedRow<ChunkChange>[] = [];
  const changed: string[] = [];
  const update = () =>
    service.finish(
      updateChunks(service, changes, {
        clock: service.clock,
        random: () => 0.5,
        onFailed: (one) => failed.push(one),
        onChanged: ({ name }) => changed.push(name),
      }),
    );
  const isNew = (): number =>
    [...service.chunks.values()].filter((chunk) => textOf(chunk).startsWith('New')).length;
  return { service, failed, changed, update, isNew };
}

describe('changing many chunks', () => {
  it('sends 100 in a call, each with a mask of its own, and hands on what they are now', async () => {
    const { service, failed, changed, update, isNew } = setUp(250);
    assert.deepEqual(await update(), { read: 250, done: 250, there: 0, failed: 0 });
    assert.deepEqual(
      service.batches.map(({ ids }) => ids.length),
      [100, 100, 50],
    );
    assert.equal(isNew(), 250);
    assert.equal(new Set(changed).size, 250);
    assert.deepEqual(failed, []);
  });

  it('changes the others where one is gone', async () => {
    const { service, failed, update, isNew } = setUp(150);
    service.chunks.delete(nameOf(77));
    const result = await update();
    assert.deepEqual(result, { read: 150, done: 149, there: 0, failed: 1 });
    assert.equal(isNew(), 149);
    assert.deepEqual(
      failed.map(({ row, reason }) => [row.ref.name, reason]),
      [[nameOf(77), 'The chunk no longer exists.']],
    );
  });
});

describe('what a change makes of a chunk', () => {
  const chunk = {
    data: { stringValue: 'A gull and a gull' },
    customMetadata: [
      { key: 'year', numericValue: 2022 },
      { key: 'author', stringValue: 'Ida' },
    ],
  };
  const rows: readonly (readonly [string, Change, unknown])[] = [
    [
      'sets an entry in its place',
      { kind: 'set', entry: { key: 'year', numericValue: 2023 } },
      { customMetadata: [{ key: 'year', numericValue: 2023 }, chunk.customMetadata[1]] },
    ],
    [
      'leaves what is so already',
      { kind: 'set', entry: { key: 'author', stringValue: 'Ida' } },
      undefined,
    ],
    [
      'removes an entry',
      { kind: 'remove', key: 'year' },
      { customMetadata: [chunk.customMetadata[1]] },
    ],
    [
      'replaces every occurrence, as plain text',
      { kind: 'replace', find: 'gull', by: '$& (bird)' },
      { data: { stringValue: 'A $& (bird) and a $& (bird)' } },
    ],
    ['leaves what has no such text', { kind: 'replace', find: 'GULL', by: 'x' }, undefined],
  ];
  for (const [what, change, expected] of rows) {
    it(what, () => assert.deepEqual(changeOf(chunk, change)?.chunk, expected));
  }
});
