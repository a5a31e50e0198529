import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import { askAsUser, call, refusal } from './oauth';
import { errorOf, useEmulator } from './wire';

const DOCUMENTS = 'corpora/c/documents';

describe('emulator: documents', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  before(() => call(emulator(), 'POST corpora', { name: 'corpora/c' }));

  it('keeps metadata of every kind as it came', async () => {
    const customMetadata = [
      { key: 'author', stringValue: '' },
      { key: 'tags', stringListValue: { values: ['a', 'b'] } },
      { key: 'year', numericValue: 0 },
    ];
    const made = await call(emulator(), `POST ${DOCUMENTS}`, {
      displayName: 'A document',
      custom_metadata: customMetadata,
    });
    assert.match(made.name, /^corpora\/c\/documents\/a-document-[a-z0-9]{12}$/);
    assert.deepEqual(made.customMetadata, customMetadata);
    assert.deepEqual(await call(emulator(), `GET ${made.name}`), made);
  });

  it('refuses metadata that is too much or has no value', async () => {
    const refuse = (customMetadata: readonly object[]): Promise<string> =>
      refusal(emulator(), `POST ${DOCUMENTS}`, 400, { customMetadata });
    const one = (index: number): object => ({ key: `k${index}`, numericValue: index });
    const twenty = Array.from({ length: 20 }, (_unused, index) => one(index));
    await call(emulator(), `POST ${DOCUMENTS}`, { customMetadata: twenty });
    assert.match(await refuse([...twenty, one(20)]), /custom_metadata.*at most 20/);
    assert.match(await refuse([{ key: 'k' }]), /oneof field 'value' must have one/);
    assert.match(await refuse([{ numericValue: 1 }]), /key is not specified/);
    const values = Array.from({ length: 11 }, (_unused, index) => `v${index}`);
    assert.match(await refuse([{ key: 'k', stringListValue: { values } }]), /at most 10 values/);
  });

  it('takes names below its corpus only, each once', async () => {
    await call(emulator(), `POST ${DOCUMENTS}`, { name: `${DOCUMENTS}/once` });
    await refusal(emulator(), `POST ${DOCUMENTS}`, 409, { name: `${DOCUMENTS}/once` });
    for (const name of ['corpora/other/documents/d', 'corpora/c', 'd', `${DOCUMENTS}/d/chunks/c`]) {
      await refusal(emulator(), `POST ${DOCUMENTS}`, 400, { name });
    }
  });

  it('tells a missing document from a corpus that may not be known', async () => {
    const missing = await askAsUser(emulator(), `GET ${DOCUMENTS}/nope`);
    assert.deepEqual([missing.status, errorOf(missing).status], [404, 'NOT_FOUND']);
    for (const request of [
      'GET corpora/other/documents/nope',
      'GET corpora/other/documents',
      'DELETE corpora/other/documents/nope',
    ]) {
      const hidden = await askAsUser(emulator(), request);
      assert.deepEqual([hidden.status, errorOf(hidden).status], [403, 'PERMISSION_DENIED']);
    }
  });

  it('changes display name and metadata by mask', async () => {
    const name = `${DOCUMENTS}/change`;
    const customMetadata = [{ key: 'a', stringValue: 'x' }];
    await call(emulator(), `POST ${DOCUMENTS}`, { name, displayName: 'One', customMetadata });
    clock.advance(10);
    const renamed = await call(emulator(), `PATCH ${name}?updateMask=displayName`, {
      displayName: 'Two',
      customMetadata: [],
    });
    assert.deepEqual([renamed.displayName, renamed.customMetadata], ['Two', customMetadata]);
    const all = await call(emulator(), `PATCH ${name}?updateMask=*`, { displayName: 'Three' });
    assert.deepEqual([all.displayName, all.customMetadata], ['Three', undefined]);
    await refusal(emulator(), `PATCH ${name}?updateMask=custom_metadata.key`, 400, {});
    await refusal(emulator(), `PATCH ${name}?updateMask=customMetadata`, 400, {
      customMetadata: [{ key: 'a' }],
    });
    await refusal(emulator(), `PATCH ${DOCUMENTS}/nope?updateMask=displayName`, 404, {});
  });

  it('deletes with its chunks only where that is forced', async () => {
    const name = `${DOCUMENTS}/gone`;
    await call(emulator(), `POST ${DOCUMENTS}`, { name });
    await call(emulator(), `POST ${name}/chunks`, { data: { stringValue: 'Text' } });
    assert.equal(
      await refusal(emulator(), `DELETE ${name}`, 400),
      'Cannot delete non-empty Document.',
    );
    assert.deepEqual(await call(emulator(), `DELETE ${name}?force=true`), {});
    await refusal(emulator(), `DELETE ${name}?force=true`, 404);
    await call(emulator(), `POST ${DOCUMENTS}`, { name });
    assert.deepEqual(await call(emulator(), `GET ${name}/chunks`), {});
  });

  it('lists 10 by default and 20 at most, every one once', async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/many' });
    for (let index = 0; index < 45; index += 1) {
      await call(emulator(), 'POST corpora/many/documents', {
        name: `corpora/many/documents/d${99 - index}`,
      });
    }
    type List = { documents: { name: string }[]; nextPageToken?: string };
    const list = async (query: string): Promise<List> =>
      (await call(emulator(), `GET corpora/many/documents${query}`)) as unknown as List;
    assert.equal((await list('')).documents.length, 10);
    const names: string[] = [];
    const sizes: number[] = [];
    let token = '';
    do {
      const page = await list(`?pageSize=500&pageToken=${token}`);
      names.push(...page.documents.map(({ name }) => name));
      sizes.push(page.documents.length);
      token = page.nextPageToken ?? '';
    } while (token !== '');
    assert.deepEqual(sizes, [20, 20, 5]);
    assert.deepEqual(
      names,
      Array.from({ length: 45 }, (_unused, index) => `corpora/many/documents/d${99 - index}`),
    );
  });
});
