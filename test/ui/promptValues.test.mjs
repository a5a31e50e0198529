import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const MESSAGE = 'Describe {{animal}} for {{audience}}';

const PROMPT = {
  format: 1,
  name: 'Kites',
  model: 'models/emulator-flash',
  settings: { systemInstruction: 'Answer for {{audience}}.' },
  variables: { animal: { default: 'a kite' } },
  messages: [{ role: 'user', text: MESSAGE }],
};

describe('the values of a prompt file in a playground', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let path;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prompts-'));
    path = join(folder, 'kite.prompt.json');
    await writeFile(path, JSON.stringify(PROMPT));
  });
  const { stage, playground } = usePlayground({
    open: (pages) => pages.openPrompt(path),
  });
  after(() => rm(folder, { recursive: true }));

  const value = (/** @type {string} */ name) =>
    playground.frame.getByRole('textbox', { name, exact: true });

  it('have a field each, stand in what is sent, and not in the file', async () => {
    const { frame, composer, turns } = playground;
    await expectSoon(
      async () => (await composer.inputValue()) === MESSAGE,
      'The message of the file never stood in the composer.',
    );
    assert.equal(await value('animal').inputValue(), 'a kite');
    await value('animal').fill('a goose');
    await stage.hideAndShow();
    await playground.ready();
    assert.equal(await value('animal').inputValue(), 'a goose');
    await value('animal').fill('a kite');
    await value('audience').fill('');
    await frame.getByText('Enter a value for audience, or send it unchanged.').waitFor();
    await composer.press('Enter');
    assert.equal(await composer.inputValue(), MESSAGE);
    assert.equal(await turns.count(), 0);

    await value('audience').fill('experts');
    await composer.press('Enter');
    await turns.nth(1).waitFor();
    await turns.first().getByText('Describe a kite for experts').waitFor();
    await playground.ended('Complete');
    await value('audience').fill('pilots');
    await frame.getByRole('button', { name: 'Regenerate with These Values' }).click();
    await turns.first().getByText('Describe a kite for pilots').waitFor();
    await playground.ended('Complete');

    await playground.composer.fill('And {{animal}} again?');
    await playground.frame.getByRole('button', { name: 'Save to File' }).click();
    await expectSoon(
      async () => stage.host.prompts.asked.at(-1)?.text === 'Saved kite.prompt.json.',
      'Saved Nobody said that the file.',
    );
    const { messages } = JSON.parse(await readFile(path, 'utf8'));
    assert.equal(messages.length, 3);
    assert.equal(messages[0].text, MESSAGE);
  });
});
