import assert from 'node:assert/strict';
import { currentChunk } from '../../../../src/resources/search/searchRequest';
import { searchResource } from '../../../../src/resources/search/searchResource';
import { outcomeText } from '../../../../src/resources/search/searches';
import { fakeRoom } from '../../../fakes/room';
import { chunk, corpusService, geese, NOTES } from './corpusService';

describe('what a search found', () => {
  async function outcomeOf(answer: unknown, query = 'geese') {
    const { room } = fakeRoom(corpusService({ query: () => answer }), query, 'Search');
    await searchResource(room, [NOTES]);
    assert.ok(room.searches.outcome);
    return room.searches.outcome;
  }

  it('is told with how many, of what and where', async () => {
    const one = await outcomeOf({ relevantChunks: [{ chunk: geese }] });
    assert.equal(outcomeText(one), '1 result for “geese” in notes.');
    const two = await outcomeOf({ relevantChunks: [{ chunk: geese }, { chunk: chunk('b', 'B') }] });
    assert.equal(outcomeText(two), '2 results for “geese” in notes.');
  });

  it('says what may help where it is nothing', async () => {
    const none = await outcomeOf({});
    assert.match(outcomeText(none), /^No results for “geese” in .* Only active chunks/);
    const filters = [
      { level: 'chunk', key: 'page', conditions: [{ operator: 'is', value: '3' }] },
    ] as const;
    const request = { ...none.request, filters };
    assert.match(
      outcomeText({ ...none, request }),
      /^No results for “geese” in notes where chunk\.page is “3”\./,
    );
  });

  it('follows what becomes of a chunk afterwards', async () => {
    const [found] = (await outcomeOf({ relevantChunks: [{ chunk: geese }] })).results;
    assert.ok(found);
    const at = (updateTime: string) => ({ ...geese, updateTime });
    const older = { ...found, chunk: at('2026-01-02T00:00:00Z') };
    assert.equal(currentChunk(older, { find: () => undefined }), older.chunk);
    assert.equal(currentChunk(older, { find: () => at('2026-01-01T00:00:00Z') }), older.chunk);
    const changed = at('2026-01-03T00:00:00Z');
    assert.equal(currentChunk(older, { find: () => changed }), changed);
  });
});
