import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import type { ResourceRef } from '../../../src/catalog/ref';
import { createCalls } from '../../../src/service/calls';
import {
  waitForUploadedDocument,
  findUploadedDocument,
  type UnconfirmedUpload,
} from '../../../src/service/storeDocuments';
import { FakeClients } from '../../fakes/client';
import { FakeClock } from '../../fakes/clock';
import { settle } from '../../fakes/settle';

const STORE = 'fileSearchStores/harbour-3k8w1z6q0xnd';
const store: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'fileSearchStore',
  name: STORE,
};
const NOON = Date.UTC(2026, 0, 31, 12);
const lost: UnconfirmedUpload = { displayName: 'rules.md', size: 12, since: NOON };

/** A document as the service lists one. */
function document(id: string, more: JsonObject = {}): JsonObject {
  return {
    name: `${STORE}/documents/${id}`,
    displayName: 'rules.md',
    sizeBytes: '12',
    createTime: '2026-01-31T12:00:10.5Z',
    state: 'STATE_PENDING',
    ...more,
  };
}

describe('an upload whose answer was lost', () => {
  let pages: JsonObject[][];
  let clients: FakeClients;
  let clock: FakeClock;

  beforeEach(() => {
    pages = [[]];
    clock = new FakeClock();
    clients = new FakeClients(({ id, input }) => {
      assert.deepEqual([id, input.parent], ['fileSearchStores.documents.list', STORE]);
      const page = Number(input.pageToken ?? 0);
      const isLast = page + 1 >= pages.length;
      return { documents: pages[page], ...(!isLast && { nextPageToken: String(page + 1) }) };
    });
  });

  const find = async (wanted: UnconfirmedUpload = lost): Promise<unknown> => {
    const calls = createCalls(clients);
    return (await findUploadedDocument(store, wanted, { calls }))?.name;
  };

  it('is the document of its name, size and time, wherever in the list', async () => {
    pages = [[document('other', { displayName: 'Rules.md' })], [document('mine')]];
    assert.equal(await find(), `${STORE}/documents/mine`);
  });

  it('is none that differs in anything', async () => {
    pages = [
      [
        document('name', { displayName: 'rules.txt' }),
        document('size', { sizeBytes: '13' }),
        document('none', { sizeBytes: undefined }),
        document('early', { createTime: '2026-01-31T11:58:59Z' }),
        document('untimed', { createTime: undefined }),
        document('metadata', { customMetadata: [{ key: 'genre', stringValue: 'rules' }] }),
      ],
    ];
    assert.equal(await find(), undefined);
  });

  it('is the latest of several', async () => {
    const [early, late] = ['2026-01-31T12:00:01Z', '2026-01-31T12:00:01.5Z'];
    pages = [
      [document('first', { createTime: early }), document('last', { createTime: late })],
      [document('second', { createTime: early })],
    ];
    assert.equal(await find(), `${STORE}/documents/last`);
  });

  const wait = (signal?: AbortSignal): Promise<JsonObject | undefined> =>
    waitForUploadedDocument(store, lost, {
      calls: createCalls(clients),
      clock,
      ...(signal && { signal }),
    });

  it('is waited for until the service shows it', async () => {
    const found = wait();
    await settle();
    assert.equal(clients.calls.length, 1);
    pages = [[document('mine')]];
    clock.advance(2000);
    assert.equal((await found)?.name, `${STORE}/documents/mine`);
    assert.deepEqual([clients.calls.length, clock.pending], [2, 0]);
  });

  it('came to nothing where the service shows none within the time it needs', async () => {
    const found = wait();
    for (let second = 0; second < 60; second += 1) {
      await settle();
      clock.advance(1000);
    }
    assert.equal(await found, undefined);
    assert.ok(clients.calls.length > 5 && clients.calls.length < 15, String(clients.calls.length));
  });
});
