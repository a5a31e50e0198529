import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { multipartBody } from '../../wire/multipart';
import { type Answer, ask, errorOf, json, useEmulator } from '../wire';

type Store = Message<'FileSearchStore'>;
type Operation = Message<'google.longrunning.Operation'>;

const LIST = '/v1beta/fileSearchStores';
const BOUNDARY = 'b0undary';

describe('emulator: file search stores', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  const create = async (body: object = {}): Promise<Store & { readonly name: string }> => {
    const made: Store = await json(emulator(), LIST, body);
    return { ...made, name: made.name ?? '' };
  };
  const get = (name: string): Promise<JsonObject> => json(emulator(), `/v1beta/${name}`);

  function upload(store: string, body: object, text: string, type = 'text/plain'): Promise<Answer> {
    const parts = [
      { head: 'Content-Type: application/json', bytes: Buffer.from(JSON.stringify(body)) },
      { head: `Content-Type: ${type}`, bytes: Buffer.from(text) },
    ];
    return ask(emulator(), `/upload/v1beta/${store}:uploadToFileSearchStore`, {
      method: 'POST',
      raw: multipartBody(BOUNDARY, parts),
      headers: {
        'content-type': `multipart/related; boundary=${BOUNDARY}`,
        'x-goog-upload-protocol': 'multipart',
      },
    });
  }

  async function uploaded(store: string, body: object, text: string): Promise<Operation> {
    const answer = await upload(store, body, text);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as Operation;
  }

  it('are named after what they are called, and empty at first', async () => {
    const store = await create({ displayName: 'Bücher №1' });
    assert.match(store.name, /^fileSearchStores\/bucher-no1-[a-z0-9]{12}$/);
    assert.equal(store.embeddingModel, 'models/gemini-embedding-001');
    assert.match((await create()).name, /^fileSearchStores\/[a-z0-9]{12}$/);
  });

  it('count their documents by state, and their bytes, as time goes by', async () => {
    const { name } = await create({ displayName: 'Counted' });
    await uploaded(name, { displayName: 'Good' }, 'twelve boats');
    await uploaded(name, { displayName: 'Bad [[fail:8]]' }, 'none');
    const early = await get(name);
    assert.equal(early.pendingDocumentsCount, '2');
    assert.equal(early.sizeBytes, '16');
    assert.equal(early.activeDocumentsCount, undefined);
    clock.advance(2000);
    const late = await get(name);
    assert.deepEqual(
      [late.activeDocumentsCount, late.failedDocumentsCount, late.pendingDocumentsCount],
      ['1', '1', undefined],
    );
  });

  it('process an upload until its operation names the document', async () => {
    const { name } = await create({ displayName: 'Uploads' });
    const begun = await uploaded(name, { displayName: 'Tide list.txt' }, 'High water at six.');
    const { name: operation = '', ...rest } = begun;
    assert.match(
      operation,
      /^fileSearchStores\/uploads-\w+\/upload\/operations\/tide-list-txt-\w{12}$/,
    );
    assert.deepEqual(rest, {});
    const document = operation.replace('/upload/operations/', '/documents/');
    assert.equal((await get(document)).state, 'STATE_PENDING');
    clock.advance(1100);
    const { done, response } = (await get(operation)) as Operation;
    assert.equal(done, true);
    assert.deepEqual([response?.parent, response?.documentName], [name, document]);
    const { state, mimeType, sizeBytes, displayName } = await get(document);
    assert.deepEqual(
      [state, mimeType, sizeBytes, displayName],
      ['STATE_ACTIVE', 'text/plain', '18', 'Tide list.txt'],
    );
  });

  it('import files that are there, with their name, and refuse others', async () => {
    const { name } = await create({ displayName: 'Imports' });
    const body = { fileName: 'files/haiku-7f2c', customMetadata: [{ key: 'a', numericValue: 2 }] };
    const operation: Operation = await json(emulator(), `/v1beta/${name}:importFile`, body);
    assert.match(operation.name ?? '', /\/operations\/haiku-of-the-harbour-txt-\w{12}$/);
    const document = await get((operation.name ?? '').replace('/operations/', '/documents/'));
    assert.equal(document.displayName, 'Haiku of the harbour.txt');
    assert.deepEqual(document.customMetadata, [{ key: 'a', numericValue: 2 }]);
    for (const [fileName, status] of [
      ['files/nothing', 403],
      ['files/r4z9c2m6f8ju', 400],
      ['corpora/x', 400],
    ] as const) {
      const refused = await ask(emulator(), `/v1beta/${name}:importFile`, { body: { fileName } });
      assert.equal(refused.status, status, refused.text);
    }
  });

  it('refuse what is beyond their limits', async () => {
    const { name } = await create();
    const long = 'x'.repeat(513);
    const refusals: readonly (readonly [string, object])[] = [
      ['display_name', { displayName: long }],
      [
        'max_overlap_tokens',
        { chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 5, maxOverlapTokens: 5 } } },
      ],
    ];
    for (const [field, body] of refusals) {
      const answer = await upload(name, body, 'x');
      assert.equal(answer.status, 400, field);
      assert.match(errorOf(answer).message, new RegExp(`${field}: must`));
    }
    const model = await ask(emulator(), LIST, {
      body: { embeddingModel: 'models/emulator-flash' },
    });
    assert.equal(model.status, 400);
  });

  it('are deleted with what is in them by force only, and so are documents', async () => {
    const { name } = await create({ displayName: 'Full' });
    const { name: operation = '' } = await uploaded(name, { displayName: 'One' }, 'one two');
    const document = operation.replace('/upload/operations/', '/documents/');
    const remove = (path: string) => ask(emulator(), `/v1beta/${path}`, { method: 'DELETE' });
    const refused = errorOf(await remove(name));
    assert.equal(refused.status, 'FAILED_PRECONDITION');
    assert.match(refused.message, /^Cannot delete non-empty FileSearchStore/);
    assert.equal(errorOf(await remove(document)).status, 'FAILED_PRECONDITION');
    assert.equal((await remove(`${document}?force=true`)).status, 200);
    assert.equal((await remove(name)).status, 200);
    assert.equal((await ask(emulator(), `/v1beta/${name}`)).status, 403);
  });
});
