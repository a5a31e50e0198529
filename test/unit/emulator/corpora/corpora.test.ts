import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { askAsUser, call, refusal } from '../asUser';
import { ask, errorOf, useEmulator } from '../wire';

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('emulator: corpora', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  afterEach(async () => {
    const { corpora = [] } = (await call(emulator(), 'GET corpora')) as {
      corpora?: { name: string }[];
    };
    for (const { name } of corpora) await call(emulator(), `DELETE ${name}?force=true`);
  });

  it('makes an id of the display name and 12 characters', async () => {
    const corpus = await call(emulator(), 'POST corpora', { displayName: 'Vögel der Küste!' });
    assert.match(corpus.name, /^corpora\/vogel-der-kuste-[a-z0-9]{12}$/);
    assert.equal(corpus.displayName, 'Vögel der Küste!');
    assert.match(corpus.createTime, STAMP);
    assert.equal(corpus.updateTime, corpus.createTime);
    assert.deepEqual(await call(emulator(), `GET ${corpus.name}`), corpus);
  });

  it('takes a given name once, and refuses ids that break the rule', async () => {
    const ids = ['a', '1', 'a-b', 'x'.repeat(40)];
    for (const id of ids) {
      const made = await call(emulator(), 'POST corpora', { name: `corpora/${id}` });
      assert.equal(made.name, `corpora/${id}`);
    }
    const taken = await askAsUser(emulator(), 'POST corpora', { name: 'corpora/a' });
    assert.equal(taken.status, 409);
    assert.equal(errorOf(taken).status, 'ALREADY_EXISTS');
    for (const name of ['corpora/-a', 'corpora/A', 'corpora/a/b', `corpora/${'x'.repeat(41)}`]) {
      await refusal(emulator(), 'POST corpora', 400, { name });
    }
  });

  it('has room for five, and for display names of 512 characters', async () => {
    const longest = '🙂'.repeat(512);
    const made = await call(emulator(), 'POST corpora', { displayName: longest });
    assert.equal(made.displayName, longest);
    assert.match(
      await refusal(emulator(), 'POST corpora', 400, { displayName: `${longest}x` }),
      /display_name.*512/,
    );
    for (let index = 1; index < 5; index += 1) await call(emulator(), 'POST corpora', {});
    const full = await askAsUser(emulator(), 'POST corpora', {});
    assert.equal(full.status, 429);
    assert.equal(errorOf(full).status, 'RESOURCE_EXHAUSTED');
  });

  it('changes what the mask names and nothing else', async () => {
    const made = await call(emulator(), 'POST corpora', { name: 'corpora/m', displayName: 'One' });
    clock.advance(5000);
    for (const mask of ['displayName', 'display_name', '*']) {
      const changed = await call(emulator(), `PATCH corpora/m?updateMask=${mask}`, {
        name: 'corpora/m',
        displayName: mask,
      });
      assert.equal(changed.displayName, mask);
      assert.equal(changed.createTime, made.createTime);
      assert.ok(changed.updateTime > made.updateTime);
      assert.deepEqual(await call(emulator(), 'GET corpora/m'), changed);
    }
    const cleared = await call(emulator(), 'PATCH corpora/m?updateMask=displayName', {});
    assert.equal('displayName' in cleared, false);
  });

  it('refuses masks that are missing, unknown or name what cannot change', async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/m' });
    const refuse = (query: string, body: object = { displayName: 'x' }): Promise<string> =>
      refusal(emulator(), `PATCH corpora/m${query}`, 400, body);
    assert.match(await refuse(''), /update_mask is not specified/);
    assert.match(await refuse('?updateMask='), /update_mask is not specified/);
    assert.match(await refuse('?updateMask=nope'), /'nope'.*no such field/);
    assert.match(await refuse('?updateMask=displayName.x'), /no such field/);
    assert.match(await refuse('?updateMask=displayName,createTime'), /'create_time'.*changed/);
    assert.match(await refuse('?updateMask=name'), /'name'.*changed/);
    assert.match(
      await refuse('?updateMask=displayName', { name: 'corpora/other' }),
      /must be corpora\/m/,
    );
    await refuse('?updateMask=displayName', { displayName: 'x'.repeat(513) });
    assert.equal('displayName' in (await call(emulator(), 'GET corpora/m')), false);
  });

  it('deletes with its documents only where that is forced', async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/full' });
    await call(emulator(), 'POST corpora/full/documents', { name: 'corpora/full/documents/d' });
    const kept = await askAsUser(emulator(), 'DELETE corpora/full');
    assert.equal(kept.status, 400);
    assert.deepEqual(
      [errorOf(kept).status, errorOf(kept).message],
      ['FAILED_PRECONDITION', 'Cannot delete non-empty Corpus.'],
    );
    assert.deepEqual(await call(emulator(), 'DELETE corpora/full?force=true'), {});
    await refusal(emulator(), 'GET corpora/full', 403);
    // Nothing of the old one is in a new one of the same name.
    await call(emulator(), 'POST corpora', { name: 'corpora/full' });
    assert.deepEqual(await call(emulator(), 'GET corpora/full/documents'), {});
    assert.deepEqual(await call(emulator(), 'DELETE corpora/full'), {});
  });

  it('takes no API key', async () => {
    const answer = await ask(emulator(), '/v1beta/corpora');
    assert.equal(answer.status, 401);
    assert.match(answer.text, /CREDENTIALS_MISSING/);
  });
});

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
