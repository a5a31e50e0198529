import assert from 'node:assert/strict';
import { searchResource } from '../../../../src/resources/search/searchResource';
import type { FakeCall } from '../../../fakes/client';
import { fakeRoom } from '../../../fakes/room';
import { bodyOf, CHUNKS, corpusService, DOCUMENTS, geese, NOTES, SPRING } from './corpusService';

const found = { relevantChunks: [{ chunkRelevanceScore: 0.87, chunk: geese }] };
const service = corpusService({ query: () => found });

function isQuery({ id }: FakeCall): boolean {
  return id.endsWith('.query');
}

describe('search', () => {
  it('sends the words and shows what was found, the best first', async () => {
    const { room, clients } = fakeRoom(service, 'geese “$(x)” \u202e', 'Search');
    await searchResource(room, [NOTES]);
    const [call, ...others] = clients.calls;
    assert.deepEqual(others, []);
    assert.equal(call?.id, 'corpora.query');
    assert.equal(call.version, 'v1beta');
    assert.deepEqual(call.input, {
      name: NOTES.name,
      body: { query: 'geese “$(x)” \u202e', resultsCount: 10 },
    });
    const { results } = room.searches.outcome ?? {};
    assert.deepEqual(
      results?.map(({ name, score }) => [name, score]),
      [[geese.name, 0.87]],
    );
  });

  it('adds conditions of the keys that are loaded, in the type of their values', async () => {
    const { room, clients, store, prompts } = fakeRoom(
      service,
      'geese',
      'Add condition…',
      'document.year',
      'is at least',
      '2022',
      'Add condition…',
      'chunk.tags',
      'includes',
      'geese',
      'Results: 10',
      '25',
      'Search',
    );
    await store.list(DOCUMENTS);
    await store.list(CHUNKS);
    await searchResource(room, [NOTES]);
    assert.deepEqual(prompts.problems, []);
    assert.equal(prompts.unused, 0);
    assert.deepEqual(bodyOf(clients.calls.find(isQuery)), {
      query: 'geese',
      resultsCount: 25,
      metadataFilters: [
        {
          key: 'document.custom_metadata.year',
          conditions: [{ numericValue: 2022, operation: 'GREATER_EQUAL' }],
        },
        {
          key: 'chunk.custom_metadata.tags',
          conditions: [{ stringValue: 'geese', operation: 'INCLUDES' }],
        },
      ],
    });
  });

  it('begins again with what was asked last, and can change or remove a condition', async () => {
    const { room, clients, prompts } = fakeRoom(
      service,
      'geese',
      'Add condition…',
      'Other chunk key…',
      'page',
      'equals',
      '12',
      'Search',
      'knots',
      'chunk.page equals 12',
      'Change…',
      'is at most',
      '14',
      'Search',
      'knots',
      'chunk.page is at most 14',
      'Remove',
      'Search',
    );
    await searchResource(room, [NOTES]);
    await searchResource(room, [NOTES]);
    const queries = prompts.asked.filter(
      ({ kind, text }) => kind === 'input' && text.includes('Enter a search query'),
    );
    assert.deepEqual(
      queries.map(({ value }) => value),
      [undefined, 'geese'],
    );
    const sent = clients.calls.filter(isQuery).map((call) => bodyOf(call).metadataFilters);
    assert.deepEqual(sent[1], [
      {
        key: 'chunk.custom_metadata.page',
        conditions: [{ numericValue: 14, operation: 'LESS_EQUAL' }],
      },
    ]);
    await searchResource(room, [NOTES]);
    assert.equal(bodyOf(clients.calls.at(-1)).metadataFilters, undefined);
  });

  it('lets a corpus be chosen in the palette, the last one first', async () => {
    const { room, clients, store, prompts } = fakeRoom(
      service,
      'Field notes',
      'geese',
      'Search',
      'geese',
      'Search',
      'Spring migration',
      undefined,
    );
    await searchResource(room, []);
    assert.equal(clients.calls.at(-1)?.id, 'corpora.query');
    await store.list(DOCUMENTS);
    await searchResource(room, [SPRING]);
    await searchResource(room, []);
    const sources = prompts.asked.filter(({ kind, text }) => kind === 'pick' && text === 'Search');
    assert.deepEqual(
      sources.map(({ choices }) => choices),
      [['Field notes'], ['Spring migration', 'Field notes']],
    );
  });
});
