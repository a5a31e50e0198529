import assert from 'node:assert/strict';
import { usePlayground } from './support/usePlayground.mjs';

const TEXTS = [
  'The brent geese left on 18 May',
  'Geese leave in May',
  'A train arrives at noon',
  'Trains are late on Mondays',
  'Tea is made with hot water',
];

describe('the modes of the playground', () => {
  const { stage, playground } = usePlayground();

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
});
