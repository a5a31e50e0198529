import assert from 'node:assert/strict';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { refusal } from '../memoryService';
import { DOCUMENT, refTo, settleLong, teaRoom, teaService } from './removing';

describe('deleting a corpus', () => {
  const corpus = refTo('corpora/tea');

  it('counts, asks for its name, copies all, and only then deletes', async () => {
    const { room, service, prompts, folder, activity } = teaRoom(teaService(120), 'corpora/tea');
    const running = removeResources(room, [corpus]);
    await settleLong();
    const list = prompts.lists[0];
    assert.equal(list?.state?.items[0]?.label, '1 document and 120 chunks');
    assert.equal(list.state.items[1]?.description, 'On');
    let copied = '';
    service.before = ({ id }) => {
      if (id === 'corpora.delete') copied = [...folder('trash').files.values()].join('');
    };
    list.choose('Delete…');
    await running;
    assert.match(prompts.asked[0]?.text ?? '', /^Type “corpora\/tea” to delete .*120 chunks/);
    // Copied whole, to its last line, when it was deleted.
    assert.match(
      copied,
      /"Text 119"[\s\S]*\{"end":\{"documents":1,"chunks":120,"permissions":2\}\}/,
    );
    assert.deepEqual(service.names(), []);
    const told = activity.last?.reports.map(({ text }) => text) ?? [];
    assert.equal(told.at(-2), 'Copying corpus “corpora/tea”: chunk 120 of 120');
    assert.equal(told.at(-1), 'Deleted 1 of 1');
  });

  it('takes what its row says, its id or its name, and brings it back from the notice', async () => {
    for (const typed of ['Tea', 'tea', 'corpora/tea', ' Tea ']) {
      const { room, service, prompts } = teaRoom(teaService(2), typed, undefined);
      await room.services.store.list({ ...corpus, name: '', collection: true });
      prompts.pressed.add('Undo');
      const running = removeResources(room, [corpus]);
      await settleLong();
      prompts.lists[0]?.choose('Delete…');
      await running;
      await settleLong();
      assert.deepEqual(prompts.problems, []);
      assert.match(prompts.asked[0]?.text ?? '', /^Type “Tea” to delete the corpus with its/);
      assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 2, typed);
    }
  });

  it('deletes nothing when the copy fails, and leaves none', async () => {
    const { room, service, prompts, folder } = teaRoom(teaService(250), 'corpora/tea');
    const running = removeResources(room, [corpus]);
    await settleLong();
    service.before = ({ id, input }) => {
      const isSecond = id === 'corpora.documents.chunks.list' && input.pageToken === '100';
      if (isSecond) throw refusal(500, 'INTERNAL', 'Out of luck.');
    };
    prompts.lists[0]?.choose('Delete…');
    await assert.rejects(running, /Out of luck/);
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 250);
    assert.equal(folder('trash').files.size, 0);
  });

  it('deletes without a copy where the user wants none', async () => {
    const { room, service, prompts, folder, activity } = teaRoom(teaService(5), 'corpora/tea');
    const running = removeResources(room, [corpus]);
    await settleLong();
    prompts.lists[0]?.choose('Keep a copy in trash');
    assert.equal(prompts.lists[0]?.state?.items[1]?.description, 'Off');
    prompts.lists[0].choose('Delete…');
    await running;
    assert.deepEqual(service.names(), []);
    assert.equal(folder('trash').files.size, 0);
    assert.deepEqual(activity.last?.offers, []);
  });

  /** Deletes the corpus, and undoes that with an answer to the question whether it is shared again. */
  async function undone(answer: string | undefined) {
    const world = teaRoom(teaService(120), 'corpora/tea');
    const { room, service, prompts, activity } = world;
    const running = removeResources(room, [corpus]);
    await settleLong();
    prompts.lists[0]?.choose('Delete…');
    await running;
    assert.deepEqual(service.names(), []);
    const restored: string[] = [];
    room.services.store.onDidChange((change) =>
      restored.push(...(change.restored ?? []).map(({ name }) => name)),
    );
    prompts.answer(answer);
    await activity.last?.offers[0]?.run();
    return { ...world, restored };
  }

  it('comes back whole from its copy, and tells who shows it', async () => {
    const before = teaService(120);
    const { service, activity, folder, prompts, restored } = await undone('Share Again');
    const isOwner = (name: string): boolean => before.resources.get(name)?.role === 'OWNER';
    const withoutPermissions = (names: readonly string[]) =>
      names.filter((name) => !name.includes('/permissions/')).sort();
    assert.deepEqual(withoutPermissions(service.names()), withoutPermissions(before.names()));
    const given = service
      .names('corpora/tea/permissions/')
      .map((name) => service.resources.get(name));
    assert.deepEqual(
      given.map((one) => [one?.granteeType, one?.role]),
      before
        .names('corpora/tea/permissions/')
        .filter((name) => !isOwner(name))
        .map((name) => [before.resources.get(name)?.granteeType, before.resources.get(name)?.role]),
    );
    assert.match(prompts.asked.at(-1)?.text ?? '', /Share it again as before\?/);
    const metadata = before.resources.get(DOCUMENT)?.customMetadata;
    assert.deepEqual(service.resources.get(DOCUMENT)?.customMetadata, metadata);
    // What only the service sets is not sent.
    assert.equal(service.resources.get('corpora/tea')?.updateTime, undefined);
    assert.match(activity.last?.conclusion ?? '', /not the creation time/);
    assert.deepEqual(restored, ['corpora/tea']);
    assert.equal(folder('trash').files.size, 0);
  });
});
