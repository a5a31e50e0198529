import assert from 'node:assert/strict';
import { openStage } from './support/stage.mjs';

/** What the meter shows once it has counted. */
const COUNTED = /^[\d,]+ \/ 1\.0M$/;

for (const mode of ['live', 'manual']) {
  describe(`the meter of tokens, ${mode}`, () => {
    /** @type {import('./support/stage.mjs').StagePages} */
    let stage;
    /** @type {import('./support/playground.mjs').Playground} */
    let playground;

    before(async () => {
      stage = await openStage({ settings: { 'generativeLanguage.playground.tokenMeter': mode } });
      playground = await stage.openPlayground();
    });
    after(() => stage.close());

    /** @param {string | RegExp} name */
    const meter = (name) => playground.frame.getByRole('button', { name });

    if (mode === 'live') {
      it('counts while a message is written, and after its answer', async () => {
        await meter('0 / 1.0M').waitFor();
        await playground.composer.fill('How many tokens does this have?');
        await meter(/^[1-9]\d? \/ 1\.0M$/).waitFor();
        await stage.screenshot('tokens-live');
        await playground.composer.press('Enter');
        await playground.ended('Complete');
        await meter(/^\d{2,4} \/ 1\.0M$/).waitFor();
        await stage.screenshot('tokens-answered');
      });

      it('says what it is about when it is pointed at', async () => {
        const title = await meter(COUNTED).getAttribute('title');
        assert.match(title ?? '', /^The next request has \d+ of the 1,048,576 tokens/);
      });
    } else {
      it('counts when it is clicked, and asks for that again after a change', async () => {
        await playground.composer.fill('How many tokens does this have?');
        await stage.screenshot('tokens-manual');
        await meter('Count tokens').click();
        await meter(COUNTED).waitFor();
        await playground.composer.fill('How many now?');
        await meter('Count tokens').waitFor();
      });
    }
  });
}
