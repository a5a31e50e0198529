import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { AT_ONCE } from './support/stage.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const TEXTS = [
  'The brent geese left on 18 May',
  'Geese leave in May',
  'A train arrives at noon',
  'Trains are late on Mondays',
  'Tea is made with hot water',
];

describe('the modes of the playground', () => {
  const { stage, playground } = usePlayground({ emulator: AT_ONCE });

  const field = (/** @type {string} */ name) =>
    playground.frame.getByRole('textbox', { name, exact: true });
  const press = (/** @type {string} */ name) =>
    playground.frame.getByRole('button', { name, exact: true }).click();

  /** Chooses a mode, and the model that has it. @param {string} mode @param {string} model */
  async function ask(mode, model) {
    const { frame } = playground;
    await playground.choose(/^Mode: /);
    const others = frame.getByRole('group', { name: 'Requires another model' });
    await others.getByRole('option', { name: mode }).click();
    await frame.getByRole('listbox', { name: 'Model' }).waitFor();
    await frame.getByRole('combobox', { name: `Select a model for: ${mode}` }).waitFor();
    await playground.row(model).click();
    await frame.getByRole('button', { name: `Mode: ${mode}. Change the mode.` }).waitFor();
  }

  it('completes a legacy text, and talks in a legacy chat', async () => {
    await ask('Legacy text', 'Emulator Text (legacy)');
    await playground.send('List the steps of making tea');
    await playground.ended('Complete');
    await playground.send('No [[safety:DEROGATORY:HIGH]]');
    await playground.ended('Response blocked: safety');

    await press('New Conversation');
    await ask('Legacy chat', 'Emulator Chat (legacy)');
    await field('Your name').fill('Ada');
    await field('Context').fill('You are a gardener.');
    await press('Add Example');
    await field('Input of example 1').and(playground.frame.locator(':focus')).waitFor();
    await field('Input of example 1').fill('Roses?');
    await field('Output of example 1').fill('Cut them in March.');
    // Before the pause after the last key is over.
    await stage.reload();
    await playground.ready();
    assert.equal(await field('Your name').inputValue(), 'Ada');
    assert.equal(await field('Context').inputValue(), 'You are a gardener.');
    assert.equal(await field('Output of example 1').inputValue(), 'Cut them in March.');
    await playground.send('And tulips?');
    await playground.ended('Complete');
    await playground.turns.first().getByText('Ada', { exact: true }).waitFor();
    await playground.last
      .getByText(/gardener/)
      .first()
      .waitFor();
    assert.equal(await field('Input of example 1').inputValue(), 'Roses?');
  });

  it('answers from passages, and from a corpus', async () => {
    await press('New Conversation');
    await ask('Grounded answer', 'Emulator Answers');
    await playground.composer.fill('When did the geese leave?');
    await playground.frame.getByText('Add a passage with text, or select a corpus.').waitFor();
    await field('Text of passage 1').fill('The brent geese left on 18 May. The weather was fine.');
    await press('Add Passage');
    await field('Text of passage 2').fill('Tea is made with hot water.');
    await playground.send('When did the geese leave?');
    await playground.ended('Complete');
    await playground.last
      .getByText(/18 May/)
      .first()
      .waitFor();
    await playground.last.getByText(/likely to be answerable from the sources/).waitFor();

    stage.host.prompts.answer('Field notes', 'Entire corpus');
    await press('Select Corpus…');
    await playground.frame.getByText(/^Answers from “/).waitFor();
    await playground.send('When did the brent geese leave?');
    await playground.ended('Complete');
    await playground.last
      .getByText(/18 May/)
      .first()
      .waitFor();
  });

  it('decides questions, and shows the odds with a threshold that keys move', async () => {
    await press('New Conversation');
    await ask('Decision', 'Gemini Decision 1');
    const { frame } = playground;
    await frame.getByText('Enter instructions for at least one question.').waitFor();
    await field('Instructions for question q1').fill('Is the product defective?');
    const desk = { type: 'choice', instructions: 'Who?', criteria: { carrier: 'Us', other: null } };
    await press('Add Question');
    await field('Instructions for question q2').and(frame.locator(':focus')).waitFor();
    await frame.locator('.questions').evaluate(
      (rows, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const how = { clipboardData, bubbles: true, cancelable: true };
        rows.querySelector('textarea')?.dispatchEvent(new ClipboardEvent('paste', how));
      },
      JSON.stringify({ questions: { desk } }),
    );
    await field('Criteria for question desk').waitFor();
    assert.equal(await field('Criteria for question desk').inputValue(), 'carrier: Us\nother');
    await playground.send('The lamp flickers.');
    await playground.ended('Complete');
    const answer = frame.getByRole('region', { name: 'Answer to q1' });
    await answer.getByText('Is the product defective?').waitFor();
    const line = frame.getByRole('slider', { name: 'Threshold for q1' });
    await line.press('Home');
    await answer.getByRole('strong').getByText('Yes').waitFor();
    await line.press('End');
    await answer.getByRole('strong').getByText('No').waitFor();
    await line.press('PageDown');
    assert.equal(await line.getAttribute('aria-valuenow'), '90');
    await frame.getByRole('region', { name: 'Answer to desk' }).waitFor();
  });

  it('shows how similar texts are, and says at the field that it has too many', async () => {
    await press('New Conversation');
    await ask('Embeddings', 'Emulator Embedding');
    const { frame } = playground;
    assert.ok(await frame.getByRole('checkbox', { name: 'Enter one string per line' }).isChecked());
    await playground.composer.fill(TEXTS.join('\n'));
    await playground.composer.press('Enter');
    await frame.getByText('5 vectors with 768 dimensions').waitFor();
    await playground.ended('Complete');
    const matrix = frame.getByRole('table', { name: 'Cosine similarity' });
    const rows = matrix.getByRole('row');
    assert.equal(await rows.count(), TEXTS.length + 1);
    const first = (await rows.nth(1).getByRole('cell').allTextContents()).map(Number);
    assert.equal(first[0], 1);
    assert.ok((first[1] ?? 0) > (first[2] ?? 1), first.join(' '));
    assert.equal(await frame.getByRole('img').locator('circle').count(), TEXTS.length);
    await press('Copy Vectors');
    await frame.getByText('Copied').first().waitFor({ state: 'attached' });
    const [vectors] = await stage.asked('env.clipboard.writeText');
    const copied = JSON.parse(vectors);
    assert.deepEqual([copied.length, copied[0].length], [5, 768]);

    const message = playground.turns.first();
    await message.hover();
    await message.getByRole('button', { name: 'Edit Message' }).click();
    const text = message.getByRole('textbox', { name: 'Message text' });
    await text.fill('x\n'.repeat(501));
    await message.getByRole('button', { name: 'Save', exact: true }).click();
    await message
      .getByText('This message has 501 text items. You can compare up to 500 at once.')
      .waitFor();
    assert.equal(await text.getAttribute('aria-invalid'), 'true');
    // The first Escape asks.
    await text.press('Escape');
    await text.press('Escape');
    await message.getByText(TEXTS[0] ?? '').waitFor();
  });

  it('says what the versions lack', async () => {
    await playground.choose(/^API version/);
    await playground.row('v1beta3').hover();
    await playground.frame.getByText('Embeddings isn’t available for this model in').waitFor();
  });

  it('decides the rows of a file, in a table of their own', async () => {
    await press('New Conversation');
    await ask('Decision', 'Gemini Decision 1');
    await field('Instructions for question q1').fill('Is the product defective?');
    const path = join(stage.host.folder, 'mails.csv');
    await writeFile(path, 'id,text\n1,The lamp flickers\n2,Thank you\n');
    stage.host.chooseFiles(path);
    stage.host.prompts.answer('text');
    await press('Decide Rows of File…');
    await expectSoon(() => Promise.resolve(stage.count === 2), 'No table was opened.');
    await stage.newest();
    const table = stage.webviewFrame();
    await table.getByText(/^2 of 2 rows decided/).waitFor();
    await table.getByRole('row', { name: /The lamp flickers.*(Yes|No)/ }).waitFor();
    await table.getByRole('button', { name: 'Export as CSV…' }).waitFor();
  });
});
