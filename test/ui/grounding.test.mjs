import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { usePlayground } from './support/usePlayground.mjs';

describe('the sources of an answer', () => {
  const { playground } = usePlayground();

  /** Sources of the last answer. */
  const sources = () =>
    playground.last.getByRole('group').filter({ hasText: 'Sources (' }).getByRole('listitem');

  it('stand below it, reached by their numbers, and are citations and pages too', async () => {
    await playground.send('Who invented the kite 🪁? [[ground]]');
    await playground.ended('Complete');
    await playground.last.getByText('Sources (2)').waitFor();
    const text = await playground.last.locator('.turn-body').innerText();
    // The second sentence rests on both sources, the third on the second one.
    assert.match(text, /🪁 included\.12 They agree with each other\.2\n/u);
    await sources().nth(1).getByText('wiki.example.com').waitFor();
    const quotes = await sources().first().locator('q').allInnerTexts();
    assert.match(quotes[1] ?? '', /^Two pages of an invented web .*漢字 and 🪁 included\.$/u);
    await playground.last.getByText('95% confidence').first().waitFor();
    await playground.last.getByText('Searched for').waitFor();

    await playground.last.getByText('Sources (2)').click();
    await sources().first().waitFor({ state: 'hidden' });
    await playground.last.getByRole('button', { name: 'Source 2' }).first().click();
    await sources().nth(1).waitFor();
    await expectSoon(
      async () =>
        await sources()
          .nth(1)
          .evaluate((item) => item.ownerDocument.activeElement === item),
      'The source does not have the focus.',
    );

    await playground.send(
      'Recite [[cite]] https://example.com/a https://example.com/paywall [[url]]',
    );
    await playground.ended('Complete');
    await sources().getByText('https://example.com/recited').waitFor();
    await sources().getByText('License: MIT', { exact: true }).waitFor();
    await sources().getByText('not read: behind a paywall', { exact: true }).waitFor();
  });
});
