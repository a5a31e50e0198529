import assert from 'node:assert/strict';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { restoreDeleted } from '../../../../src/resources/remove/restoreDeleted';
import { readEntry, Trash } from '../../../../src/resources/remove/trash';
import { MINE } from '../../../fakes/room';
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
    assert.deepEqual(labels().slice(0, 2), ['Restore 1 Selected', 'Delete 1 Selected Forever…']);
    list?.choose('Restore 1 Selected');
    await running;
    assert.deepEqual(service.names(`${DOCUMENT}/chunks/`), [chunk(1).name, chunk(2).name]);
    assert.equal(folder('trash').files.size, 1);
    assert.equal(list?.isDisposed, true);
  });

  it('deletes copies for ever, once that is confirmed', async () => {
    const { room, prompts, folder } = await twoDeletions();
    prompts.answer('Delete Forever');
    const running = restoreDeleted(room, []);
    await settleLong();
    prompts.lists[0]?.choose('2 chunks');
    prompts.lists[0]?.choose('Delete 1 Selected Forever…');
    await running;
    assert.equal(folder('trash').files.size, 1);
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

  it('shows nothing of other connections, and passes over what is no entry until it is old too', async () => {
    const { room, folder, clock } = await twoDeletions();
    const trash = new Trash(room);
    assert.deepEqual(await trash.list('bbbb2222'), []);
    const [name = ''] = folder('trash').files.keys();
    folder('trash').files.set(name, '{"format":1');
    assert.equal((await trash.list(MINE.id)).length, 1);
    clock.advance(31 * DAY);
    await trash.sweep();
    assert.equal(folder('trash').files.size, 0);
  });

  it('takes no path out of its folder from an entry', () => {
    const entry = readEntry({
      format: 1,
      connection: 'aaaa1111',
      deletedAt: '2026-01-31T12:00:00Z',
      items: [],
      copies: [{ version: 'v1beta', kind: 'corpus', name: 'corpora/a', file: '../../secrets' }],
    });
    assert.deepEqual(entry.copies, []);
  });
});
