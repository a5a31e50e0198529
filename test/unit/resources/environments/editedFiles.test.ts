import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import { refKey } from '../../../../src/catalog/ref';
import { EditedFiles, type SaveChoice } from '../../../../src/resources/environments/editedFiles';
import { FakePrompts } from '../../../fakes/prompts';
import { EnvironmentWorld } from '../../service/environmentWorld';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('files of environments in editors', () => {
  let world: EnvironmentWorld;

  beforeEach(async () => {
    world = await EnvironmentWorld.open({ 'notes/tide.txt': 'Low at noon.', 'a.md': '# a' });
  });
  afterEach(async () => await world.close());

  function open(...answers: readonly (string | undefined)[]) {
    const prompts = new FakePrompts(...answers);
    const { services, clock } = world;
    const edited = new EditedFiles({ services, prompts, clock });
    const compared: string[] = [];
    const way: SaveChoice = {
      isByHand: true,
      compare: (theirs) => {
        compared.push(Buffer.from(theirs).toString());
        return Promise.resolve();
      },
    };
    return { edited, prompts, way, compared };
  }

  it('are read and saved, with what the tree lists read anew', async () => {
    const { edited, way, prompts } = open();
    const ref = world.entry('notes/tide.txt');
    const { store } = world.services;
    const list = { ...ref, name: 'environments/x', collection: true } as const;
    await store.list({ ...list, name: world.environment.name });
    await store.list({ ...list, name: world.entry('notes').name });
    assert.equal(Buffer.from(await edited.read(ref)).toString(), 'Low at noon.');
    assert.equal(await edited.write(ref, bytes('High at six.'), way), 'saved');
    assert.equal(await world.text('notes/tide.txt'), 'High at six.');
    assert.equal(store.peek({ ...list, name: world.entry('notes').name }), undefined);
    // Saved once more at once, it is still what it was read as.
    assert.equal(await edited.write(ref, bytes('High at seven.'), way), 'saved');
    assert.deepEqual(prompts.asked, []);
  });

  it('stay unsaved, and as they are at the service, until somebody has chosen', async () => {
    const { edited, way, compared, prompts } = open('Compare', undefined, 'Reload');
    const ref = world.entry('notes/tide.txt');
    await edited.read(ref);
    await world.write('notes/tide.txt', 'Low at nine.');
    const isConflict = (error: unknown): boolean =>
      error instanceof AppError && error.reason === 'conflict';
    await assert.rejects(edited.write(ref, bytes('Mine.'), way), isConflict);
    assert.deepEqual(compared, ['Low at nine.']);
    await assert.rejects(edited.write(ref, bytes('Mine.'), way), isConflict);
    await assert.rejects(
      edited.write(ref, bytes('Mine.'), { ...way, isByHand: false }),
      isConflict,
    );
    assert.equal(prompts.asked.length, 2);
    const before = edited.states.get(refKey(ref));
    assert.equal(await edited.write(ref, bytes('Mine.'), way), 'reload');
    assert.equal(await world.text('notes/tide.txt'), 'Low at nine.');
    // VS Code sees what it has written, and a newer file once it looks anew.
    const pretended = edited.states.get(refKey(ref));
    assert.equal(pretended?.shownSize, 5);
    assert.ok((pretended?.mtime ?? 0) > (before?.mtime ?? 0));
    await edited.read(ref);
    assert.ok((edited.states.get(refKey(ref))?.mtime ?? 0) > (pretended?.mtime ?? 0));
  });

  it('are made where there are none, with their folders', async () => {
    const { edited, way } = open();
    const ref = world.entry('new/folder/x.txt');
    assert.equal(await edited.write(ref, bytes('new'), way), 'saved');
    assert.equal(await world.text('new/folder/x.txt'), 'new');
  });
});
