import assert from 'node:assert/strict';
import { chooseNote, REMOVE } from '../../../src/terminals/recordingNotes';
import type { Note } from '../../../src/terminals/sessionModes';
import { FakePrompts } from '../../fakes/prompts';

const FILE = '0001-models.get-1f2e3d4c.json';

const note = (what: Note['what'], text: string, nearest = ''): Note => ({ what, text, nearest });

const NOTES = [
  note('unused', '0003-models.list-1f2e3d4c.json'),
  note('missed', 'models.get /models/a', FILE),
  note('recorded', FILE),
  note('missed', 'models.get /models/b'),
  note('recorded', '0002-models.get-1f2e3d4d.json'),
  note('lost', 'models.list wasn’t recorded: the response is too long.'),
];

describe('the list of what became of a recording', () => {
  async function chosen(label: string | undefined, notes = NOTES) {
    const prompts = new FakePrompts();
    prompts.answer(label);
    const file = await chooseNote(prompts, 'Recording of “app”', notes);
    return { file, items: prompts.asked[0]?.items ?? [] };
  }

  it('offers to remove what a complete recording has not requested, and nothing else', async () => {
    const remove = 'Remove Unused Recordings…';
    const earlier = note('notRequested', '0004-models.list-1f2e3d4c.json');
    const { file, items } = await chosen(remove, [...NOTES, earlier]);
    assert.equal(file, REMOVE);
    assert.deepEqual(
      items.slice(-2).map(({ label }) => label),
      [earlier.text, remove],
    );
    assert.equal((await chosen(earlier.text, [earlier])).file, earlier.text);
    assert.ok(!(await chosen(undefined)).items.some(({ label }) => label === remove));
  });
});
