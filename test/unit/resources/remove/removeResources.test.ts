import assert from 'node:assert/strict';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { refusal } from '../memoryService';
import { DOCUMENT, refTo, settleLong, teaRoom, teaService } from './removing';

const chunkRefs = (count: number) =>
  Array.from({ length: count }, (_, number) => refTo(`${DOCUMENT}/chunks/c${number}`));

describe('deleting', () => {
  it('asks, deletes a chunk, and keeps it before', async () => {
    const { room, service, prompts, folder, store, told } = teaRoom(teaService(), 'Delete');
    const [target] = chunkRefs(1);
    assert.ok(target);
    await store.list({ ...target, name: DOCUMENT, collection: true });
    let kept = -1;
    service.before = ({ id }) => {
      if (id === 'corpora.documents.chunks.delete') kept = folder('trash').files.size;
    };
    await removeResources(room, [target]);
    assert.match(prompts.asked[0]?.text ?? '', /^Delete chunk “Text 0”\? .*undo this.*30 days/s);
    assert.equal(kept, 1);
    assert.deepEqual(service.names(`${DOCUMENT}/chunks/`).length, 2);
    assert.equal(store.find(target), undefined);
    const { kind, text, choices } = prompts.asked.at(-1) ?? {};
    assert.deepEqual([kind, text, choices], ['notify', 'Deleted chunk “Text 0”', ['Undo']]);
    assert.deepEqual(told, []);
    const [file = ''] = folder('trash').files.values();
    assert.match(file, /"Text 0"/);
    assert.match(file, new RegExp(target.connection));
  });

  it('deletes nothing, and keeps nothing, when the question is dismissed', async () => {
    const { room, service, folder } = teaRoom(teaService(), undefined);
    await removeResources(room, chunkRefs(1));
    assert.deepEqual(service.log, []);
    assert.equal(folder('trash').files.size, 0);
  });

  it('lists the first five of many, and deletes 100 chunks in a call', async () => {
    const { room, service, prompts, store } = teaRoom(teaService(250), 'Delete');
    const targets = chunkRefs(250);
    await store.loadAll({ ...refTo(DOCUMENT), kind: 'chunk', collection: true });
    await removeResources(room, targets);
    const text = prompts.asked[0]?.text ?? '';
    assert.match(text, /^Delete 250 chunks\? Text 0\n.*Text 4\nand 245 more/s);
    assert.doesNotMatch(text, /Text 5/);
    const batches = service.log.filter((line) => line.includes('batchDelete'));
    assert.equal(batches.length, 3);
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 0);
  });

  it('deletes the rest where one fails, and tells which and why', async () => {
    const { room, service, prompts, activity, folder } = teaRoom(teaService(3), 'Delete');
    service.before = ({ id, input }) => {
      if (id === 'corpora.documents.chunks.batchDelete') throw refusal(403, 'PERMISSION_DENIED');
      const isIt = id === 'corpora.documents.chunks.delete' && String(input.name).endsWith('c1');
      if (isIt) throw refusal(403, 'PERMISSION_DENIED', 'Not this one.');
    };
    await removeResources(room, chunkRefs(3));
    await settleLong();
    assert.deepEqual(service.names(`${DOCUMENT}/chunks/`), [`${DOCUMENT}/chunks/c1`]);
    assert.equal(prompts.asked.at(-1)?.text, 'Couldn’t delete 1 of 3 resources.');
    assert.equal(activity.last?.conclusion, 'Deleted 2 chunks (1 failed)');
    // What is still there is not in the trash.
    const [file = ''] = folder('trash').files.values();
    assert.match(file, /"Text 0"[\s\S]*"Text 2"/);
    assert.doesNotMatch(file, /"Text 1"/);
  });

  it('keeps what was deleted before a cancel, with its undo', async () => {
    const { room, service, activity, store, prompts } = teaRoom(teaService(900), 'Delete');
    await store.loadAll({ ...refTo(DOCUMENT), kind: 'chunk', collection: true });
    let calls = 0;
    service.before = ({ id }) => {
      if (id.includes('batchDelete') && ++calls === 4) activity.cancel();
    };
    await removeResources(room, chunkRefs(900));
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 500);
    assert.equal(activity.last?.conclusion, 'Deleted 400 chunks (500 failed)');
    assert.equal(activity.last.offers.length, 1);
    assert.deepEqual(
      prompts.asked.slice(1).map(({ kind, text }) => [kind, text]),
      [['notify', 'Deleted 400 chunks']],
    );
  });

  it('undoes it, under the same names, and says what is not back', async () => {
    const { room, service, activity, folder } = teaRoom(teaService(3), 'Delete');
    const before = service.names();
    await removeResources(room, chunkRefs(2));
    await activity.last?.offers[0]?.run();
    assert.deepEqual([...service.names()].sort(), [...before].sort());
    const again = service.resources.get(`${DOCUMENT}/chunks/c1`);
    assert.deepEqual(again?.data, { stringValue: 'Text 1' });
    assert.equal(again.state, undefined);
    assert.match(activity.last?.conclusion ?? '', /^Restored 2 chunks, but not the creation time$/);
    assert.equal(folder('trash').files.size, 0);
    await assert.rejects(
      async () => await activity.entries[0]?.offers[0]?.run(),
      /The copy no longer exists\./,
    );
  });

  it('asks for the whole name of a tuned model', async () => {
    const service = teaService();
    service.put('tunedModels/haiku', { displayName: 'Haiku writer' });
    const wrong = teaRoom(service, 'Haiku writer');
    await removeResources(wrong.room, [refTo('tunedModels/haiku')]);
    assert.equal(wrong.prompts.problems.length, 1);
    assert.ok(service.resources.has('tunedModels/haiku'));
    const { room, prompts } = teaRoom(service, 'tunedModels/haiku');
    await removeResources(room, [refTo('tunedModels/haiku')]);
    assert.match(prompts.asked[0]?.text ?? '', /This can’t be undone/);
    assert.ok(!service.resources.has('tunedModels/haiku'));
  });

  it('leaves out what lies below something else that was chosen', async () => {
    const { room, service, prompts } = teaRoom(teaService(1), 'Delete');
    const running = removeResources(room, [refTo(DOCUMENT), ...chunkRefs(1)]);
    await settleLong();
    assert.equal(prompts.lists[0]?.state?.title, `Delete document “${DOCUMENT}”`);
    prompts.lists[0].dismiss();
    await running;
    assert.equal(service.names(DOCUMENT).length, 2);
  });
});
