import assert from 'node:assert/strict';
import { editSelected } from '../../../../src/resources/chunks/editSelected';
import { DOCUMENT, refTo, teaRoom, teaService } from '../removing';

const refs = [0, 1, 2].map((index) => refTo(`${DOCUMENT}/chunks/c${index}`));
const name = refs[1]?.name ?? '';

describe('changing the selected chunks', () => {
  it('keeps what somebody else changed since they were loaded', async () => {
    const answers = ['Set Metadata…', 'page', 'number', '7', 'Change'];
    const { room, service, store } = teaRoom(teaService(3), ...answers);
    await store.loadAll({ ...refTo(DOCUMENT), kind: 'chunk', collection: true });
    const author = { key: 'author', stringValue: 'Ada' };
    service.put(name, { data: { stringValue: 'Text 1' }, customMetadata: [author] });
    await editSelected(room, refs);
    const page = { key: 'page', numericValue: 7 };
    assert.deepEqual(service.resources.get(name)?.customMetadata, [author, page]);
    assert.deepEqual(service.resources.get(refs[0]?.name ?? '')?.customMetadata, [page]);
  });

  it('replaces words in the text as it is now', async () => {
    const answers = ['Replace Text…', 'Text', 'Line', 'Change'];
    const { room, service, store, prompts } = teaRoom(teaService(3), ...answers);
    await store.loadAll({ ...refTo(DOCUMENT), kind: 'chunk', collection: true });
    service.put(name, { data: { stringValue: 'Text 1, and more' } });
    await editSelected(room, refs);
    assert.deepEqual(service.resources.get(name)?.data, { stringValue: 'Line 1, and more' });
    assert.match(prompts.asked.at(-1)?.text ?? '', /^Change 3 of 3 selected chunks/);
  });
});
