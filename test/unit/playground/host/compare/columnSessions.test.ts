import assert from 'node:assert/strict';
import { columnSessions, Comparison } from '../../../../../src/playground/host/compare/comparison';
import { putAside } from '../../../../../src/playground/host/history/historyActions';
import {
  watchConversation,
  type OpenSession,
} from '../../../../../src/playground/host/openSession';
import { newConversation } from '../../../../../src/playground/host/transcript';
import { settle } from '../../../../fakes/settle';
import { REMOTE, SMALL } from '../fakeServices';
import { l10n } from '../l10n';
import { conversation } from '../samples';
import { World } from '../world';

describe('conversations that are open in a comparison', () => {
  let world: World;
  let comparison: Comparison;
  let happened: string[];

  beforeEach(async () => {
    world = new World();
    happened = [];
    const beginning = { connection: REMOTE.id, model: SMALL.name, settings: {} };
    const opened = [1, 2].map(() => ({
      conversation: newConversation(beginning, world.clock.now(), l10n),
    }));
    comparison = new Comparison(opened, world.services);
    await settle();
  });

  /** The tab ends the comparison when it goes, as that of a window does. */
  const sessions = (): readonly OpenSession[] =>
    columnSessions(comparison, {
      reveal: () => happened.push('revealed'),
      dispose() {
        happened.push('closed');
        comparison.dispose();
      },
    });
  const ids = (): readonly string[] => sessions().map(({ session }) => session.conversation.id);
  const files = (): readonly string[] => [...world.files.files.keys()].sort();

  /** Deletes one, and lets everything happen that may still write it. */
  async function remove(id: string): Promise<void> {
    await sessions()
      .find(({ session }) => session.conversation.id === id)
      ?.close();
    await putAside(world.files, id, 1);
    for (const stream of world.client.streams) stream.text('Late');
    world.clock.advance(60_000);
    await settle();
  }

  it('bring the comparison to the front', () => {
    assert.equal(sessions().length, 2);
    sessions()[1]?.reveal();
    assert.deepEqual(happened, ['revealed']);
  });

  it('take their column with them when they are deleted, while they are answered', async () => {
    comparison.add();
    await comparison.send('Hello');
    await settle();
    const [first = '', second = '', third = ''] = ids();
    await remove(second);
    assert.deepEqual(ids(), [first, third]);
    assert.deepEqual(happened, []);
    assert.deepEqual(
      files(),
      [`${first}.json`, `${second}.deleted-1.json`, `${third}.json`].sort(),
    );
    assert.equal(comparison.columns[0]?.session.isStreaming, true);
  });

  it('take the comparison with them where two are left, and leave the other on disk', async () => {
    await comparison.send('Hello');
    await settle();
    const [first = '', second = ''] = ids();
    await remove(first);
    assert.deepEqual(happened, ['closed']);
    assert.deepEqual(files(), [`${first}.deleted-1.json`, `${second}.json`].sort());
    assert.equal(world.saved(second).turns.length, 2);
  });
});

describe('what is told of an open conversation', () => {
  it('is when it opens, when it goes on as a copy, and when it closes', async () => {
    const world = new World();
    const known = conversation({ id: 'aaaaaaaaaaaaaaaa' });
    const session = await world.openWith({ conversation: known });
    const told: string[] = [];
    const tellAgain = watchConversation(session, (id) => told.push(id));
    assert.deepEqual(told, [known.id]);
    // Another window was there before.
    await world.files.write(`${known.id}.json`, 'not ours');
    session.rename('Mine');
    world.clock.advance(10_000);
    await settle();
    const copy = session.conversation.id;
    assert.notEqual(copy, known.id);
    assert.deepEqual(told, [known.id, known.id, copy]);
    tellAgain();
    assert.deepEqual(told.slice(3), [copy]);
  });
});
