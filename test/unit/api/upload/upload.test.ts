import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/call';
import { failure, reasonOf } from '../harness';
import { assertSame, bytesOf, commandsOf, GRANULE, sourceOf, uploadFile, useUploads } from './rig';

describe('upload', () => {
  const rig = useUploads();

  for (const [what, size] of [
    ['nothing', 0],
    ['one byte', 1],
    ['exactly one granule', GRANULE],
    ['a granule and a byte', GRANULE + 1],
    ['many granules', 20 * GRANULE + 17],
  ] as const) {
    it(`sends ${what} in one request`, async () => {
      const bytes = bytesOf(size);
      const { client } = rig.connect();
      const file = await uploadFile(client, {
        source: sourceOf(bytes),
        file: { displayName: 'Größe “x”.png', mimeType: 'image/png' },
      });
      assertSame(file, bytes);
      assert.equal(file.displayName, 'Größe “x”.png');
      assert.equal(file.mimeType, 'image/png');
      const seen = await rig.seen();
      assert.deepEqual(commandsOf(seen), ['start', 'upload, finalize']);
      assert.deepEqual([seen[1]?.offset, seen[1]?.length], [0, size]);
    });
  }

  it('sends pieces of whole granules where it is told to', async () => {
    const bytes = bytesOf(5 * GRANULE + 9);
    const { client } = rig.connect();
    const file = await uploadFile(
      client,
      { source: sourceOf(bytes), file: { mimeType: 'image/png' } },
      { chunkBytes: 2 * GRANULE + 1 },
    );
    assertSame(file, bytes);
    const [, ...pieces] = await rig.seen();
    assert.deepEqual(
      pieces.map(({ command, offset, length }) => [command, offset, length]),
      [
        ['upload', 0, 2 * GRANULE],
        ['upload', 2 * GRANULE, 2 * GRANULE],
        ['upload, finalize', 4 * GRANULE, GRANULE + 9],
      ],
    );
  });
});

const ID = 'media.uploadToFileSearchStore';
const bytes = bytesOf(3 * GRANULE + 5);

describe('upload to a file search store', () => {
  const rig = useUploads();

  async function storeOf(client: Client): Promise<string> {
    const { name = '' } = await client.call('fileSearchStores.create', { body: {} });
    return name;
  }

  function inputFor(store: string) {
    const body = { displayName: 'Größe.bin', customMetadata: [{ key: 'a', stringValue: 'b' }] };
    const mimeType = 'application/octet-stream';
    return { fileSearchStoreName: store, body, mimeType, source: sourceOf(bytes) };
  }

  for (const version of ['v1beta', 'v1'] as const) {
    it(`answers the operation that makes the document, in ${version}`, async () => {
      const { client } = rig.connect();
      const store = await storeOf(client);
      const { name = '' } = await client.upload(ID, inputFor(store), { version });
      assert.ok(name.startsWith(`${store}/upload/operations/gro`), name);
      const [start] = await rig.seen();
      assert.equal(
        start?.target.split('?')[0],
        `/upload/${version}/${store}:uploadToFileSearchStore`,
      );
      const { documents = [] } = await client.call('fileSearchStores.documents.list', {
        parent: store,
      });
      const [document] = documents;
      assert.equal(document?.displayName, 'Größe.bin');
      assert.equal(document.sizeBytes, String(bytes.length));
      assert.equal(document.mimeType, 'application/octet-stream');
      assert.deepEqual(document.customMetadata, [{ key: 'a', stringValue: 'b' }]);
    });
  }

  it('goes on after a break, and makes one document', async () => {
    await rig.fault({ kind: 'upload-reset', at: GRANULE, granule: GRANULE });
    const { client } = rig.connect();
    const store = await storeOf(client);
    await client.upload(ID, inputFor(store));
    const seen = await rig.seen();
    assert.deepEqual(commandsOf(seen), ['start', 'upload, finalize', 'query', 'upload, finalize']);
    assert.equal(seen.at(-1)?.offset, GRANULE);
    const { documents = [] } = await client.call('fileSearchStores.documents.list', {
      parent: store,
    });
    assert.equal(documents.length, 1);
  });

  it('refuses what is too large for a store, or no store, before anything is sent', async () => {
    const { client } = rig.connect();
    const source = { ...sourceOf(bytes), size: 104_857_601 };
    const large = await failure(client.upload(ID, { ...inputFor('fileSearchStores/x'), source }));
    assert.equal(reasonOf(large), 'tooLarge');
    assert.match(large.message, /the maximum is 104,857,600 bytes \(100 MiB\)/);
    const wrong = await failure(client.upload(ID, inputFor('files/x')));
    assert.equal(reasonOf(wrong), 'badName');
    assert.deepEqual(await rig.seen(), []);
  });
});
