import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { settled } from '../../../fakes/settle';
import { press, told, World } from '../uploadWorld';

const STORE = 'fileSearchStores/harbour-3k8w1z6q0xnd';
const OPERATION = `${STORE}/upload/operations/one`;
const DOCUMENT = `${STORE}/documents/rules`;
const into = {
  store: STORE,
  settings: {
    customMetadata: [{ key: 'genre', stringValue: 'rules' }],
    chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 60, maxOverlapTokens: 10 } },
  },
};
const DONE = { name: OPERATION, done: true, response: { parent: STORE, documentName: DOCUMENT } };

describe('uploads into a file search store', () => {
  let world: World;
  let window: ReturnType<World['open']>;
  let operation: JsonObject;
  let state: string;
  let deleted: string[];
  /** What the store lists. */
  let documents: JsonObject[];

  beforeEach(() => {
    world = new World();
    window = world.open();
    operation = { name: OPERATION };
    state = 'STATE_ACTIVE';
    deleted = [];
    documents = [];
    world.inStore = (id, name) => {
      if (id === 'fileSearchStores.upload.operations.get') return operation;
      if (id === 'fileSearchStores.documents.get') return { name, displayName: 'Rules', state };
      if (id === 'fileSearchStores.documents.list') return { documents };
      if (id === 'fileSearchStores.documents.delete') deleted.push(name);
      return { name, displayName: 'Harbour' };
    };
  });

  const look = async () => {
    await settled(world.clock.advance(5000));
  };

  it('send metadata and chunks, and follow the operation until the document can be searched', async () => {
    state = 'STATE_PENDING';
    const handle = await window.add('rules.md', into);
    const [row] = window.rows;
    assert.equal(row?.title, 'Uploading rules.md');
    await world.last.begin();
    await world.last.finish({ done: false, state: undefined });
    assert.deepEqual(world.toStores, [{ store: STORE, ...into.settings }]);
    assert.equal(row.reports.at(-1)?.text, 'processing on the server');
    operation = DONE;
    await look();
    assert.equal(row.state, 'running');
    state = 'STATE_ACTIVE';
    await look();
    assert.equal((await handle.done).name, DOCUMENT);
    assert.deepEqual(told(row), ['done', `Uploaded rules.md to ${STORE}`, 'open']);
    await press(row, 'open');
    assert.deepEqual(
      window.ran.map(([command, [ref]]) => [command, ref?.kind, ref?.name]),
      [['open', 'fileSearchDocument', DOCUMENT]],
    );
    assert.deepEqual([world.jobs, [...world.secrets.stored]], [[], []]);
    assert.equal(world.uploaded.files.size, 0);
  });

  it('go on in the next window, from the bytes that the service has, with all that was chosen', async () => {
    await window.add('rules.md', into);
    const url = await world.last.begin();
    window.crash();
    const next = world.open();
    next.prompts.replies.push('Resume');
    await settled(next.resume());
    assert.equal(world.last.session, url);
    assert.deepEqual(world.toStores.at(-1), { store: STORE, ...into.settings });
  });

  it('are followed in the next window without a question, once the service has all', async () => {
    await window.add('rules.md', into);
    await world.last.begin();
    await world.last.finish({ done: false, state: undefined });
    window.crash();
    operation = DONE;
    const next = world.open();
    await next.resume();
    await look();
    assert.deepEqual(next.prompts.asked, []);
    assert.equal(next.rows[0]?.state, 'done');
    assert.equal(world.sendings.length, 1);
  });

  it('fail where the document fails, in words that help', async () => {
    state = 'STATE_FAILED';
    const handle = await window.add('rules.md', into);
    handle.done.catch(() => undefined);
    operation = DONE;
    await world.last.finish(DONE);
    await look();
    const [row] = window.rows;
    assert.equal(row?.state, 'failed');
    assert.match(
      row.hint ?? '',
      /Delete the failed document\. Check that the file is complete and/,
    );
    await assert.rejects(handle.done, { reason: 'processingFailed' });
  });

  it('take the document away where they are cancelled while the service works on it', async () => {
    const handle = await window.add('rules.md', into);
    handle.done.catch(() => undefined);
    await world.last.begin();
    await world.last.finish({ done: false, state: undefined });
    await settled(window.rows[0]?.cancel());
    assert.equal(window.rows[0]?.state, 'cancelled');
    assert.deepEqual(deleted, []);
    operation = DONE;
    await look();
    assert.deepEqual(deleted, [DOCUMENT]);
    assert.deepEqual(world.jobs, []);
  });
});
