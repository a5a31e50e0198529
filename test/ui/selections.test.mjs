import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const CODE = 'export function twice(value: number): number {\n  return value + value;\n}\n';
const PIECE = {
  uri: 'file:/project/src/lib/twice.ts',
  path: 'src/lib/twice.ts',
  lines: { first: 1, last: 3 },
  language: 'typescript',
  text: CODE,
};
const NOTES = {
  uri: 'untitled:Untitled-1',
  path: 'Untitled-1',
  language: 'plaintext',
  text: 'Later',
};

describe('selections of editors in a message', () => {
  const { stage, playground } = usePlayground();

  const chips = () =>
    playground.frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  const chip = (/** @type {RegExp} */ name) =>
    playground.frame.getByRole('listitem', { name }).and(chips());
  const focus = () => playground.frame.locator(':focus');
  /** The contents of the last request. @returns {Promise<readonly any[]>} */
  const contents = async () => {
    const { entries } = await stage.emulator.control('log');
    const { body } = entries.findLast((/** @type {any} */ { operation }) =>
      /stream/i.test(operation),
    );
    return JSON.parse(body).contents;
  };

  it('are chips that show their place, and are removed by keyboard', async () => {
    await playground.composer.fill('What does it do?');
    stage.host.addPieces([PIECE, NOTES]);
    await chip(/^src\/lib\/twice\.ts:1-3, 73 \w+, /)
      .getByText('twice.ts:1-3')
      .waitFor();
    await chip(/^Untitled-1, 5 \w+, /).waitFor();
    await playground.composer.and(focus()).waitFor();
    assert.equal(await playground.composer.inputValue(), 'What does it do?');

    await playground.frame
      .getByRole('button', { name: 'Show src/lib/twice.ts:1-3 in the Editor' })
      .click();
    const [uri, { selection }] = await stage.asked('window.showTextDocument');
    assert.equal(String(uri), PIECE.uri);
    assert.deepEqual(
      { ...selection },
      { startLine: 0, startCharacter: 0, endLine: 3, endCharacter: 0 },
    );

    await playground.composer.focus();
    await stage.keyboard.press('Tab');
    await chip(/twice/).and(focus()).waitFor();
    await stage.keyboard.press('ArrowRight');
    await chip(/Untitled/)
      .and(focus())
      .waitFor();
    await stage.keyboard.press('Enter');
    await expectSoon(async () => {
      const [uri, { selection }] = await stage.asked('window.showTextDocument');
      return String(uri) === NOTES.uri && selection === undefined;
    }, 'The second one was not shown.');
    await stage.keyboard.press('Delete');
    await chip(/twice/).and(focus()).waitFor();
    assert.equal(await chips().count(), 1);
  });

  it('are there again after a reload, and are sent with their place', async () => {
    await stage.reload();
    await playground.ready();
    await chip(/twice/).waitFor();
    assert.equal(await playground.composer.inputValue(), 'What does it do?');
    await playground.composer.press('Enter');
    await playground.turns.nth(1).waitFor();
    await playground.ended('Complete');
    assert.equal(await chips().count(), 0);
    await playground.turns.first().getByText('src/lib/twice.ts:1-3').waitFor();
    await playground.turns.first().getByText('What does it do?').waitFor();
  });

  it('are files of the workspace that # completes, as they are when they are sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kites-'));
    const file = join(folder, 'twice.md');
    await writeFile(file, 'Twice is 2.');
    stage.host.openFolder(folder);
    try {
      await playground.composer.fill('');
      await playground.composer.pressSequentially('Explain #tw');
      const list = playground.frame.getByRole('listbox', { name: 'Files and symbols' });
      await list.getByRole('option', { name: 'twice.md', selected: true }).waitFor();
      await stage.keyboard.press('Enter');
      await list.waitFor({ state: 'hidden' });
      assert.equal(await playground.composer.inputValue(), 'Explain twice.md ');
      await chip(/^twice\.md, /)
        .getByText(/about \d+ tokens/)
        .waitFor();

      await writeFile(file, 'Twice is 4.');
      await stage.keyboard.press('Enter');
      await playground.turns.nth(3).waitFor();
      await playground.ended('Complete');
      const card = playground.frame.getByRole('group', { name: 'twice.md' }).last();
      await card.waitFor();
      const [{ text }] = (await contents()).at(-1).parts;
      assert.equal(text, 'twice.md\n```md\nTwice is 4.\n```\n');

      await writeFile(file, 'Twice is 8.');
      await playground.last.getByRole('button', { name: 'Regenerate Response' }).click();
      await card.getByText('changed, read again').waitFor();
      await playground.ended('Complete');
      assert.match((await contents()).at(-1).parts[0].text, /Twice is 8\./);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
