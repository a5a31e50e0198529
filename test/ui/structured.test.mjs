import assert from 'node:assert/strict';
import { usePlayground } from './support/usePlayground.mjs';

const SCHEMA = JSON.stringify({
  type: 'OBJECT',
  properties: {
    name: { type: 'STRING' },
    price: { type: 'NUMBER' },
    colour: { type: 'STRING', enum: ['red', 'green'] },
  },
  required: ['name', 'price'],
});
const WRONG = '{"price":"ten","colour":"blue","tags":[]}';

describe('structured answers of the playground', () => {
  const { stage, playground } = usePlayground();

  it('get their schema in an editor, match it, or name what does not', async () => {
    await playground.settings.click();
    const panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('application/json');
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    await stage.asked('window.showTextDocument');
    assert.deepEqual(JSON.parse(await stage.host.readPart()), {});
    await stage.host.savePart(SCHEMA);
    await panel.locator('.part-summary').filter({ hasText: 'Set' }).first().waitFor();
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();

    await playground.send('What is in the shop?');
    await playground.ended('Complete');
    await playground.last.getByText('Matches its schema').waitFor();
    await playground.last.locator('.code-block').waitFor();

    await playground.send(`And next door? [[echo]]${WRONG}`);
    await playground.ended('Complete');
    for (const problem of [
      '$.name: this field is missing.',
      '$.price: expected a number, found a string.',
      '$.colour: expected one of "red", "green", found "blue".',
    ]) {
      await playground.last.getByText(problem).waitFor();
    }
    assert.match(
      (await playground.last.locator('pre').textContent()) ?? '',
      /\n {2}"price": "ten",/,
    );
  });

  it('show the schema that they were asked for, and are corrected when asked to', async () => {
    await playground.last.getByRole('button', { name: 'Open Schema' }).click();
    await stage.shows('"colour"');

    await playground.last.getByRole('button', { name: 'Ask for a Fix' }).click();
    await playground.turns.nth(5).waitFor();
    await playground.ended('Complete');
    await playground.last.getByText('Matches its schema').waitFor();
    await playground.turns.nth(4).getByText('$.price: expected a number').waitFor();
  });
});
