import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors';
import { removeResources } from '../../../src/resources/remove/removeResources';
import { restoreDeleted } from '../../../src/resources/remove/restoreDeleted';
import { readEntry } from '../../../src/resources/remove/trash';
import { refusal } from './memoryService';
import { DOCUMENT, refTo, settleLong, teaRoom, teaService } from './removing';

const chunkRefs = (count: number) =>
  Array.from({ length: count }, (_, index) => refTo(`${DOCUMENT}/chunks/c${index}`));

function keptItems(setUp: ReturnType<typeof teaRoom>): number {
  const texts = [...setUp.folder('trash').files.values()];
  return texts.reduce((sum, text) => sum + (readEntry(text)?.items.length ?? 0), 0);
}

describe('restoring that ends early', () => {
  it('keeps in the trash what was not even begun with', async () => {
    const setUp = teaRoom(teaService(900), 'Delete');
    const { room, service, activity } = setUp;
    await removeResources(room, chunkRefs(900));
    let batches = 0;
    service.before = ({ id }) => {
      if (!id.endsWith('.batchCreate')) return;
      batches += 1;
      if (batches > 1) throw refusal(401, 'UNAUTHENTICATED', 'Sign in.');
    };
    const undo = activity.last?.offers[0];
    await undo?.run();
    const back = service.names(`${DOCUMENT}/chunks/`).length;
    assert.ok(back < 900);
    assert.equal(keptItems(setUp), 900 - back);
    assert.match(activity.last?.conclusion ?? '', new RegExp(`^Restored ${back} chunks`));
    assert.match(setUp.prompts.asked.at(-1)?.text ?? '', new RegExp(`^${900 - back} of 900 `));
  });

  it('does not make again what was made before a cancel', async () => {
    const permission = refTo('corpora/tea/permissions/p2');
    const setUp = teaRoom(teaService(1), 'Delete');
    const { room, service, activity } = setUp;
    await removeResources(room, [permission, ...chunkRefs(1)]);
    assert.equal(keptItems(setUp), 2);
    const undo = activity.last?.offers[0];
    service.before = ({ id }) => {
      if (!id.endsWith('.batchCreate')) return;
      activity.cancel();
      throw new CancelledError();
    };
    await assert.rejects(Promise.resolve(undo?.run()), (error) => CancelledError.is(error));
    assert.equal(service.names('corpora/tea/permissions/').length, 2);
    service.before = () => undefined;
    await undo?.run();
    assert.equal(service.names('corpora/tea/permissions/').length, 2);
    assert.equal(keptItems(setUp), 0);
  });

  it('does not speak of a corpus that was not restored as if it was', async () => {
    const { room, service, prompts, activity } = teaRoom(teaService(3), 'corpora/tea');
    const running = removeResources(room, [refTo('corpora/tea')]);
    await settleLong();
    prompts.lists[0]?.choose('Delete…');
    await running;
    service.put('corpora/tea', { displayName: 'Another tea' });
    // Asked where it goes, as its name is taken: dismissed.
    prompts.answer(undefined);
    const restoring = restoreDeleted(room, []);
    await settleLong();
    prompts.lists[1]?.choose('corpus “corpora/tea” with 1 document and 3 chunks');
    prompts.lists[1]?.choose('Restore 1 Chosen');
    await restoring.catch((error: unknown) => assert.ok(CancelledError.is(error)));
    assert.doesNotMatch(activity.last?.conclusion ?? '', /Tea|corpora/);
  });
});
