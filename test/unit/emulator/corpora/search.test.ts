import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { call, refusal } from '../asUser';
import { useEmulator } from '../wire';

interface Found {
  readonly chunkRelevanceScore?: number;
  readonly chunk: { readonly name: string; readonly state: string };
  readonly document: { readonly name: string; readonly displayName: string };
}

const documents: readonly (readonly [string, string, readonly object[]])[] = [
  [
    'garden',
    'Garden',
    [
      { key: 'author', stringValue: 'Ida' },
      { key: 'year', numericValue: 2020 },
    ],
  ],
  [
    'kitchen',
    'Kitchen',
    [
      { key: 'author', stringValue: 'Jørn' },
      { key: 'year', numericValue: 2022.1 },
      { key: 'rooms', stringListValue: { values: ['pantry', 'cellar'] } },
    ],
  ],
];

const chunks: readonly (readonly [string, string, readonly object[]])[] = [
  [
    'garden/chunks/tomatoes',
    'Water tomato plants early in the morning, at the root, and keep their leaves dry.',
    [
      { key: 'page', numericValue: 1 },
      { key: 'tags', stringListValue: { values: ['water'] } },
    ],
  ],
  [
    'garden/chunks/apples',
    'Prune apple trees in late winter, before the buds swell.',
    [
      { key: 'page', numericValue: 2 },
      { key: 'season', stringValue: 'winter' },
    ],
  ],
  [
    'kitchen/chunks/bread',
    'Feed the sourdough with flour until it doubles within six hours.',
    [
      { key: 'page', numericValue: 3 },
      { key: 'tags', stringListValue: { values: ['yeast'] } },
    ],
  ],
  ['kitchen/chunks/soup', 'Simmer the leek soup gently and salt it at the end.', []],
];

describe('emulator: query', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  before(async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/c' });
    for (const [id, displayName, customMetadata] of documents) {
      const name = `corpora/c/documents/${id}`;
      await call(emulator(), 'POST corpora/c/documents', { name, displayName, customMetadata });
    }
    for (const [path, stringValue, customMetadata] of chunks) {
      const name = `corpora/c/documents/${path}`;
      const body = { name, data: { stringValue }, customMetadata };
      await call(emulator(), `POST ${name.slice(0, name.lastIndexOf('/'))}`, body);
    }
    clock.advance(10_000);
  });

  async function find(within: string, body: JsonObject): Promise<readonly Found[]> {
    const answer = await call(emulator(), `POST ${within}:query`, body);
    return (answer.relevantChunks ?? []) as unknown as readonly Found[];
  }

  /** Ids of the chunks of a corpus that fit the filters, in alphabetical order. */
  async function filtered(
    ...filters: readonly (readonly [string, ...object[]])[]
  ): Promise<string> {
    const metadataFilters = filters.map(([key, ...conditions]) => ({ key, conditions }));
    const found = await find('corpora/c', { query: 'x', metadataFilters } as unknown as JsonObject);
    return found
      .map(({ chunk }) => chunk.name.slice(chunk.name.lastIndexOf('/') + 1))
      .sort()
      .join(' ');
  }

  it('finds what is near first, with scores that fall from 1 to 0', async () => {
    for (const [query, id] of [
      ['How do I water my tomatoes?', 'garden/chunks/tomatoes'],
      ['pruning an apple tree', 'garden/chunks/apples'],
      ['SOURDOUGH starter flour', 'kitchen/chunks/bread'],
      ['leek soups', 'kitchen/chunks/soup'],
    ] as const) {
      const found = await find('corpora/c', { query });
      assert.equal(found[0]?.chunk.name, `corpora/c/documents/${id}`, query);
      assert.equal(found.length, 4);
      const scores = found.map(({ chunkRelevanceScore = 0 }) => chunkRelevanceScore);
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
      assert.ok((scores[0] ?? 0) > 0.4 && scores.every((score) => score >= 0 && score <= 1));
    }
    const [same] = await find('corpora/c', { query: chunks[0]?.[1] ?? '' });
    assert.ok((same?.chunkRelevanceScore ?? 0) > 0.99);
  });

  it('gives 10 results by default, as many as asked up to 100, and no more', async () => {
    const parent = 'corpora/c/documents/many';
    await call(emulator(), 'POST corpora/c/documents', { name: parent });
    const requests = Array.from({ length: 100 }, (_unused, index) => ({
      parent,
      chunk: { name: `${parent}/chunks/n${index}`, data: { stringValue: 'The same again' } },
    }));
    await call(emulator(), `POST ${parent}/chunks:batchCreate`, { requests });
    assert.deepEqual(await find(parent, { query: 'same' }), []);
    clock.advance(10_000);
    assert.equal((await find(parent, { query: 'same' })).length, 10);
    const all = await find(parent, { query: 'same', resultsCount: 100 });
    // Equally near: in the order of creation.
    assert.deepEqual(
      all.map(({ chunk }) => chunk.name),
      requests.map(({ chunk }) => chunk.name),
    );
    await refusal(emulator(), `POST ${parent}:query`, 400, { query: 'x', resultsCount: 101 });
    await call(emulator(), `DELETE ${parent}?force=true`);
  });

  it('compares numbers with every operator', async () => {
    const page = (operation: string, numericValue: number): Promise<string> =>
      filtered(['chunk.custom_metadata.page', { operation, numericValue }]);
    assert.equal(await page('LESS', 2), 'tomatoes');
    assert.equal(await page('LESS_EQUAL', 2), 'apples tomatoes');
    assert.equal(await page('EQUAL', 2), 'apples');
    assert.equal(await page('GREATER_EQUAL', 2), 'apples bread');
    assert.equal(await page('GREATER', 2), 'bread');
    assert.equal(await page('NOT_EQUAL', 2), 'bread tomatoes');
    // A float of 32 bits on both sides.
    const year = { operation: 'EQUAL', numericValue: 2022.1 };
    assert.equal(await filtered(['document.custom_metadata.year', year]), 'bread soup');
  });

  it('compares texts, and looks into lists', async () => {
    const author = (operation: string): Promise<string> =>
      filtered(['document.custom_metadata.author', { operation, stringValue: 'Ida' }]);
    assert.equal(await author('EQUAL'), 'apples tomatoes');
    assert.equal(await author('NOT_EQUAL'), 'bread soup');
    const tags = (operation: string): Promise<string> =>
      filtered(['chunk.custom_metadata.tags', { operation, stringValue: 'water' }]);
    assert.equal(await tags('INCLUDES'), 'tomatoes');
    assert.equal(await tags('EXCLUDES'), 'bread');
  });

  it('joins filters by AND and their conditions by OR', async () => {
    const pages = [1, 3].map((numericValue) => ({ operation: 'EQUAL', numericValue }));
    const author = { operation: 'EQUAL', stringValue: 'Ida' };
    assert.equal(await filtered(['chunk.custom_metadata.page', ...pages]), 'bread tomatoes');
    assert.equal(
      await filtered(
        ['chunk.custom_metadata.page', ...pages],
        ['document.custom_metadata.author', author],
      ),
      'tomatoes',
    );
  });

  it('refuses keys of another form, conditions without a value, and unknown operators', async () => {
    const refuse = (key: string, condition: object, within = 'corpora/c'): Promise<string> =>
      refusal(emulator(), `POST ${within}:query`, 400, {
        query: 'x',
        metadataFilters: [{ key, conditions: [condition] }],
      });
    const condition = { operation: 'EQUAL', stringValue: 'x' };
    const key = 'chunk.custom_metadata.k';
    for (const bad of ['k', 'chunk.customMetadata.k', 'chunk.custom_metadata.']) {
      assert.match(await refuse(bad, condition), /metadata_filters\[0\]\.key: must have the form/);
    }
    assert.match(
      await refuse('document.custom_metadata.k', condition, 'corpora/c/documents/garden'),
      /only metadata of chunks/,
    );
    assert.match(await refuse(key, { operation: 99, stringValue: 'x' }), /unknown operator/);
  });
});
