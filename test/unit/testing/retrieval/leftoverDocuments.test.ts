import assert from 'node:assert/strict';
import { connect } from '../../../../src/api/index';
import type { Emulator } from '../../../../src/emulator/options';
import { startEmulator } from '../../../../src/emulator/server';
import {
  CorpusDocuments,
  type TemporaryDocuments,
  markedDocuments,
  removeDocuments,
} from '../../../../src/testing/retrieval/temporaryDocuments';
import { EagerClock } from '../../../fakes/eagerClock';

describe('what a sweep has left', () => {
  let emulator: Emulator;
  let client: ReturnType<typeof connect>;
  let clock: EagerClock;
  const { signal } = new AbortController();
  beforeEach(async () => {
    clock = new EagerClock();
    emulator = await startEmulator({ clock, speed: { latency: 0, rate: 0 } });
    const { baseUrl: endpoint, accessToken } = emulator;
    client = connect({ endpoint, accessToken });
  });
  afterEach(async () => {
    await client.close();
    await emulator.close();
  });

  const made = async (documents: TemporaryDocuments): Promise<void> => {
    const texts = [
      { title: 'kites', text: 'A kite needs wind.' },
      { title: 'bread', text: 'Flour and water.' },
    ];
    await documents.make(texts, { words: 20, overlap: 0 }, { client, clock, signal });
  };
  const isOf = (sweep: string) => (mark: string) => mark.startsWith(`${sweep}x`);

  it('is found in a corpus by the mark of its sweep, and nothing else is removed with it', async () => {
    const { name = '' } = await client.call('corpora.create', { body: { displayName: 'Notes' } });
    const own = { parent: name, body: { displayName: 'Of the user' } };
    await client.call('corpora.documents.create', own);
    for (const mark of ['aaax0', 'aaax1', 'bbbx0']) await made(new CorpusDocuments(name, mark));
    const found = await markedDocuments(name, isOf('aaa'), { client, signal });
    assert.equal(found.length, 4);
    assert.deepEqual(await removeDocuments(found, { client, clock, signal }), []);
    const { documents = [] } = await client.call('corpora.documents.list', { parent: name });
    assert.deepEqual(documents.map(({ displayName }) => displayName).toSorted(), [
      'Of the user',
      'bread',
      'kites',
    ]);
  });
});
