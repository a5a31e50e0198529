import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { CancelledError } from '../../../../src/base/errors';
import { FolderStore } from '../../../../src/platform/files';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { restoreDeleted } from '../../../../src/resources/remove/restoreDeleted';
import { readEntry, Trash } from '../../../../src/resources/remove/trash';
import { FakeClock } from '../../../fakes/clock';
import { MINE } from '../../../fakes/room';
import { temporaryFolder } from '../../conversation/folder';
import { refusal } from '../memoryService';
import { DOCUMENT, refTo, settleLong, teaRoom, teaService } from './removing';

const DAY = 24 * 60 * 60 * 1000;
const chunk = (number: number) => refTo(`${DOCUMENT}/chunks/c${number}`);

async function twoDeletions() {
  const setUp = teaRoom(teaService(3), 'Delete', 'Delete');
  await removeResources(setUp.room, [chunk(0)]);
  setUp.clock.advance(60_000);
  await removeResources(setUp.room, [chunk(1), chunk(2)]);
  return setUp;
}

describe('the trash', () => {
  it('lists what was deleted, the latest first, and restores what is chosen', async () => {
    const { room, service, prompts, folder } = await twoDeletions();
    const running = restoreDeleted(room, []);
    await settleLong();
    const list = prompts.lists[0];
    const labels = () => list?.state?.items.map(({ label }) => label) ?? [];
    assert.deepEqual(labels(), ['2 chunks', 'Chunk “Text 0”']);
    list?.choose('2 chunks');
    assert.deepEqual(labels().slice(0, 2), ['Restore 1 Chosen', 'Delete 1 Chosen Forever…']);
    list?.choose('Restore 1 Chosen');
    await running;
    assert.deepEqual(service.names(`${DOCUMENT}/chunks/`), [chunk(1).name, chunk(2).name]);
    assert.equal(folder('trash').files.size, 1);
    assert.equal(list?.isDisposed, true);
  });

  it('finds by what is typed', async () => {
    const { room, prompts } = await twoDeletions();
    const running = restoreDeleted(room, []);
    await settleLong();
    prompts.lists[0]?.type('c2');
    assert.deepEqual(
      prompts.lists[0]?.state?.items.map(({ label }) => label),
      ['2 chunks'],
    );
    prompts.lists[0].dismiss();
    await running;
  });

  it('deletes copies for ever, once that is confirmed', async () => {
    const { room, prompts, folder } = await twoDeletions();
    prompts.answer('Delete Forever');
    const running = restoreDeleted(room, []);
    await settleLong();
    prompts.lists[0]?.choose('2 chunks');
    prompts.lists[0]?.choose('Delete 1 Chosen Forever…');
    await running;
    assert.equal(folder('trash').files.size, 1);
  });

  it('says that it is empty', async () => {
    const { room, prompts } = teaRoom(teaService());
    await restoreDeleted(room, []);
    assert.equal(prompts.asked[0]?.text, 'The trash of Mine is empty.');
  });

  it('keeps copies for the days of the setting, and no longer', async () => {
    const { room, clock, folder } = await twoDeletions();
    const trash = new Trash(room);
    clock.advance(30 * DAY - 30_000);
    await trash.sweep();
    assert.equal((await trash.list(MINE.id)).length, 1);
    clock.advance(60_000);
    await trash.sweep();
    assert.equal(folder('trash').files.size, 0);
  });

  it('shows nothing of other connections, and passes over what is no entry', async () => {
    const { room, folder } = await twoDeletions();
    const trash = new Trash(room);
    assert.deepEqual(await trash.list('bbbb2222'), []);
    const [name = ''] = folder('trash').files.keys();
    folder('trash').files.set(name, '{"format":1');
    folder('trash').files.set('notes.json', '{}');
    assert.equal((await trash.list(MINE.id)).length, 1);
  });

  it('takes no path out of its folder from an entry', () => {
    const entry = readEntry(
      JSON.stringify({
        ...{ format: 1, connection: 'aaaa1111', deletedAt: '2026-01-31T12:00:00Z', items: [] },
        copies: [{ version: 'v1beta', kind: 'corpus', name: 'corpora/a', file: '../../secrets' }],
      }),
    );
    assert.deepEqual(entry?.copies, []);
  });
});

describe('the trash on a disk', () => {
  const folder = temporaryFolder();

  it('can be read after a crash between writing and renaming', async () => {
    const clock = new FakeClock();
    const place = join(folder(), 'trash');
    const trashOver = (files: FolderStore) =>
      new Trash({ storage: () => files, clock, trashDays: () => 30 });
    const files = new FolderStore(place);
    const trash = trashOver(files);
    const entry = {
      ...{ connection: 'aaaa1111', deletedAt: new Date(clock.now()).toISOString(), copies: [] },
      items: [{ ref: chunk(0), label: 'Text 0', resource: { name: chunk(0).name } }],
    };
    await trash.write(trash.newNames().file, entry);
    // Killed as it was about to rename: neither that nor the clean-up after it happens.
    const written = Promise.withResolvers<undefined>();
    const rename = () => {
      written.resolve(undefined);
      return new Promise<never>(() => undefined);
    };
    const killed = trashOver(new FolderStore(place, { ...fs, rename }));
    void killed.write(killed.newNames().file, entry);
    await written.promise;
    const after = trashOver(new FolderStore(place));
    assert.equal((await after.list('aaaa1111')).length, 1);
    const leftover = (await fs.readdir(place)).find((name) => name.endsWith('.tmp')) ?? '';
    await fs.utimes(join(place, leftover), 0, 0);
    await after.sweep();
    assert.equal((await fs.readdir(place)).length, 1);
  });

  it('has no half of a copy whose writing failed', async () => {
    const files = new FolderStore(folder());
    async function* pieces() {
      yield await Promise.resolve('{"a":1}\n');
      throw new Error('The connection broke.');
    }
    await assert.rejects(files.writePieces('a.jsonl', pieces()), /broke/);
    assert.deepEqual(await files.list(), []);
  });

  it('has no copy that was cancelled after its last piece', async () => {
    const files = new FolderStore(folder());
    const controller = new AbortController();
    async function* pieces() {
      yield await Promise.resolve('{"a":1}\n');
      controller.abort();
    }
    await assert.rejects(files.writePieces('a.jsonl', pieces(), controller.signal));
    assert.deepEqual(await files.list(), []);
  });
});

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
    prompts.lists[1]?.choose('Corpus “corpora/tea” with 1 document and 3 chunks');
    prompts.lists[1]?.choose('Restore 1 Chosen');
    await restoring.catch((error: unknown) => assert.ok(CancelledError.is(error)));
    assert.doesNotMatch(activity.last?.conclusion ?? '', /Tea|corpora/);
  });
});
