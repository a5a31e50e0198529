import assert from 'node:assert/strict';
import { addToStore, importFiles } from '../../../../src/files/stores/importFiles';
import { settled } from '../../../fakes/settle';
import { fileRef, into, STORE, storeRoom } from './storeWorld';

const PLAIN = 'Automatic';
const FORM = 'With Metadata or a Chunk Size…';

describe('importing files into a file search store', () => {
  it('asks which files of the service, and ends once each can be searched', async () => {
    const { room, service, activity, prompts } = storeRoom('one.txt\ntwo.txt', PLAIN);
    await importFiles(room, [into]);
    assert.deepEqual(service.imported, [
      { store: STORE, fileName: 'files/one' },
      { store: STORE, fileName: 'files/two' },
    ]);
    assert.equal(
      activity.last?.title,
      'Importing 2 files into fileSearchStores/harbour-3k8w1z6q0xnd',
    );
    assert.match(activity.last.conclusion ?? '', /^Imported 2 files into/);
    assert.deepEqual(activity.last.reports.at(-1), {
      text: '2 of 2 can be searched',
      done: 2,
      total: 2,
    });
    assert.equal(prompts.unused, 0);
  });

  it('takes chunks of a size and metadata from a form, with a way back', async () => {
    const words = ['Maximum words per chunk…', '60', '10'];
    const metadata = ['Add String', 'genre', 'rules', 'Add Number', 'year', '2021', 'Continue'];
    const { room, service, prompts } = storeRoom('one.txt', FORM, ...words, ...metadata);
    await importFiles(room, [into]);
    assert.deepEqual(service.imported[0], {
      store: STORE,
      fileName: 'files/one',
      customMetadata: [
        { key: 'genre', stringValue: 'rules' },
        { key: 'year', numericValue: 2021 },
      ],
      chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 60, maxOverlapTokens: 10 } },
    });
    assert.deepEqual(prompts.problems, []);
  });

  it('imports the rest where one is refused, and tells which and why', async () => {
    const { room, activity, prompts, documents } = storeRoom('one.txt\nbad.txt', PLAIN);
    prompts.pressed.add('Show Details');
    await settled(importFiles(room, [into]));
    assert.match(
      activity.last?.conclusion ?? '',
      /^Imported one\.txt into fileSearchStores\/harbour-3k8w1z6q0xnd\. 1 failed\.$/,
    );
    assert.equal(prompts.asked.at(-1)?.text, '1 of 2 files weren’t imported.');
    assert.match(documents.texts[0] ?? '', /bad\.txt {2}\(files\/bad\)\n {4}Not this one/);
  });

  it('adds the files that were clicked to a store of the user’s choice', async () => {
    const { room, service, prompts } = storeRoom('Harbour', PLAIN);
    await addToStore(room, [fileRef('one'), fileRef('two')]);
    assert.deepEqual(
      service.imported.map(({ fileName }) => fileName),
      ['files/one', 'files/two'],
    );
    assert.equal(prompts.asked[1]?.text, 'Import 2 files into Harbour');
  });
});
