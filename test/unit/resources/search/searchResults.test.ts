import assert from 'node:assert/strict';
import { currentChunk } from '../../../../src/resources/search/filter';
import { searchResource } from '../../../../src/resources/search/searchResource';
import { fakeRoom } from '../../../fakes/room';
import { corpusService, geese, NOTES } from './corpusService';

describe('what a search found', () => {
  async function outcomeOf(answer: unknown, query = 'geese') {
    const { room } = fakeRoom(corpusService({ query: () => answer }), query, 'Search');
    await searchResource(room, [NOTES]);
    assert.ok(room.searches.outcome);
    return room.searches.outcome;
  }

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
