import assert from 'node:assert/strict';
import type { UploadContent, UploadOptions } from '../../../../src/api/upload/upload';
import type { JsonObject } from '../../../../src/api/schema/row';
import { textAt } from '../../../../src/base/json';
import { fittingMetadata } from '../../../../src/files/stores/rebuildDocument';
import { moveToStore } from '../../../../src/files/stores/moveCorpus';
import type { FakeCall } from '../../../fakes/client';
import { fakeFilesContext } from '../../../fakes/filesContext';
import { settled } from '../../../fakes/settle';
import { FakeUserFiles } from '../../../fakes/userFiles';
import { refusal } from '../../resources/memoryService';
import { refTo, teaService } from '../../resources/remove/removing';

const STORE = 'fileSearchStores/tea-3k8w1z6q0xnd';

/** A corpus, a store beside it, and what was sent to that. */
function world(...answers: readonly (string | undefined)[]) {
  const service = teaService(3);
  service.put('corpora/tea/documents/void', { displayName: 'Void' });
  service.put(STORE, { displayName: 'Teas' });
  const base = fakeFilesContext(new FakeUserFiles(), [], ...answers);
  const sent: { text: string; body: JsonObject; store: string }[] = [];
  base.clients.answer = async (call: FakeCall) => {
    if (call.id === 'fileSearchStores.upload.operations.get') throw new Error('It completed.');
    return await service.answer(call);
  };
  const upload = {
    before: (_name: string, _options: UploadOptions): void | Promise<void> => undefined,
  };
  base.clients.onUpload = async (input, options) => {
    const { source } = input as unknown as UploadContent;
    const body = input.body as JsonObject;
    const store = String(input.fileSearchStoreName);
    const parts: Uint8Array[] = [];
    for await (const part of source.read(0, new AbortController().signal))
      parts.push(Buffer.from(part));
    await upload.before(textAt(body, 'displayName'), options);
    const text = Buffer.concat(parts).toString();
    sent.push({ text, body, store });
    const name = `${store}/documents/made${sent.length}`;
    const made = { ...body, state: 'STATE_ACTIVE', sizeBytes: String(source.size) };
    service.put(name, { ...made, createTime: '2026-01-31T12:00:00Z' });
    const operation = `${store}/upload/operations/made${sent.length}`;
    return { name: operation, done: true, response: { documentName: name } };
  };
  return { ...base, service, sent, upload };
}

const TEA = refTo('corpora/tea');

describe('moving a corpus to a file search store', () => {
  it('asks with counts and sizes, sends each document once, and tells what could not be kept', async () => {
    const { room, sent, prompts, documents, activity, ran, service } = world('Teas', 'Migrate');
    service.put('corpora/tea/documents/green/chunks/c1', {
      data: { stringValue: 'Text 1' },
      customMetadata: [{ key: 'page', numericValue: 1 }],
    });
    prompts.pressed.add('Delete Corpus…');
    await settled(moveToStore(room, [TEA]));
    assert.deepEqual(sent, [
      {
        text: 'Text 0\n\nText 1\n\nText 2',
        body: { displayName: 'Green tea', customMetadata: [{ key: 'year', numericValue: 2026 }] },
        store: STORE,
      },
    ]);
    const texts = prompts.asked.map(({ text }) => text);
    assert.match(texts.join('\n'), /Migrate corpus “Tea” to file search store “Teas”\?/);
    assert.match(
      activity.last?.conclusion ?? '',
      /^Migrated 1 document with 3 chunks, 22 bytes to/,
    );
    const [report = ''] = documents.texts;
    assert.match(report, /Green tea {2}\(corpora\/tea\/documents\/green\)\n {4}Migrated: 22 bytes/);
    assert.match(report, / {4}Metadata of 1 chunk was removed\./);
    assert.match(report, /Void.*\n {4}Not migrated because it has no text\./);
    assert.match(report, /Corpus permissions aren’t migrated/);
    assert.deepEqual(ran, [{ command: 'delete', names: ['corpora/tea'] }]);
  });

  it('goes on after a document that failed, and sends only that one the next time', async () => {
    const { room, service, sent, upload, documents, prompts } = world('Teas', 'Migrate');
    service.put('corpora/tea/documents/black', { displayName: 'Black tea' });
    const data = { stringValue: 'Assam' };
    service.put('corpora/tea/documents/black/chunks/one', { data });
    upload.before = (name) => {
      if (name === 'Green tea') throw refusal(400, 'INVALID_ARGUMENT', 'Too green.');
    };
    await settled(moveToStore(room, [TEA]));
    assert.deepEqual(
      sent.map(({ text }) => text),
      ['Assam'],
    );
    assert.match(documents.texts[0] ?? '', /Not migrated: Too green\./);
    assert.equal(prompts.asked.at(-1)?.text, '2 of 3 documents weren’t migrated.');
    upload.before = () => undefined;
    prompts.answer('Teas', 'Migrate');
    await settled(moveToStore(room, [TEA]));
    assert.equal(sent.length, 2);
    assert.match(
      documents.texts[1] ?? '',
      /Black tea.*\n {4}Not sent because the store already has a file/,
    );
  });
});

describe('metadata of a document that is moved', () => {
  it('is kept up to the limits of a store', () => {
    const pairs = Array.from({ length: 22 }, (_, at) => ({ key: `k${at}`, stringValue: 'v' }));
    const { customMetadata, keys } = fittingMetadata(pairs);
    assert.deepEqual([customMetadata.length, keys], [20, ['k20', 'k21']]);
    const values = Array.from({ length: 11 }, (_, at) => `v${at}`);
    const long = fittingMetadata([{ key: 'list', stringListValue: { values } }, { key: 'none' }]);
    assert.deepEqual(long, {
      customMetadata: [{ key: 'list', stringListValue: { values: values.slice(0, 10) } }],
      keys: ['none'],
      cut: ['list'],
    });
  });
});
