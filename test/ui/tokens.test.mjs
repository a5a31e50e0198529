import { openWorkbench } from '../harness/workbench.mjs';
import { openPlayground, tryEmulator } from './support/steps.mjs';

/** What the meter shows once it has counted. */
const COUNTED = /^[\d,]+ \/ 1\.0M$/;

for (const mode of ['live', 'manual']) {
  describe(`the meter of tokens, ${mode}`, () => {
    /** @type {import('../harness/workbench.mjs').Workbench} */
    let workbench;
    /** @type {import('./support/playground.mjs').Playground} */
    let playground;

    before(async () => {
      const settings = { 'generativeLanguage.playground.tokenMeter': mode };
      workbench = await openWorkbench({ settings });
      await tryEmulator(workbench);
      playground = await openPlayground(workbench);
    });
    after(() => workbench.close());

    /** @param {string | RegExp} name */
    const meter = (name) => playground.frame.getByRole('button', { name });

    if (mode === 'live') {
      it('counts while a message is written, and after its answer', async () => {
        await meter('0 / 1.0M').waitFor();
        await playground.composer.fill('How many tokens does this have?');
        await meter(/^[1-9]\d? \/ 1\.0M$/).waitFor();
        await workbench.screenshot('tokens-live');
        await playground.composer.press('Enter');
        await playground.ended('Complete');
        await meter(/^\d{2,4} \/ 1\.0M$/).waitFor();
        await workbench.screenshot('tokens-answered');
      });

      it('says what it is about when it is pointed at', async () => {
        const title = await meter(COUNTED).getAttribute('title');
        if (!/^The next request has \d+ of the 1,048,576 tokens/.test(title ?? '')) {
          throw new Error(`The meter says: ${title ?? 'nothing'}`);
        }
      });
    } else {
      it('counts when it is clicked, and asks for that again after a change', async () => {
        await playground.composer.fill('How many tokens does this have?');
        await workbench.screenshot('tokens-manual');
        await meter('Count tokens').click();
        await meter(COUNTED).waitFor();
        await playground.composer.fill('How many now?');
        await meter('Count tokens').waitFor();
      });
    }
  });
}
