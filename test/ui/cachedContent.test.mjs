import assert from 'node:assert/strict';
import { AT_ONCE, openStage } from './support/stage.mjs';

describe('cached content in a playground', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;

  before(async () => {
    stage = await openStage({ emulator: AT_ONCE });
    playground = await stage.openPlayground();
  });
  after(() => stage.close());

  const bar = () => playground.frame.getByRole('group', { name: 'Cached content' });

  it('is made of the conversation, left, chosen again, and told where it is gone', async () => {
    await playground.send(`Remember this. ${'The tide comes and goes twice a day. '.repeat(200)}`);
    await playground.ended('Complete');
    stage.host.prompts.answer('Tides');
    stage.host.prompts.answer('6 hours');
    await playground.choose('Cached Content…', 'Cache This Conversation…');
    await bar().getByText('Tides').waitFor();
    await bar()
      .getByText(/^2k tokens · 5 h left/)
      .waitFor();
    await playground.send('What did I tell you?');
    await playground.ended('Complete');
    const counts = playground.last.getByRole('button', { name: /→ [\d,]+ tokens/ });
    assert.match((await counts.textContent()) ?? '', /, [\d,]{4,} cached$/);
    await playground.last.getByRole('button', { name: 'JSON' }).click();

    await bar().getByRole('button', { name: 'Continue Without Cached Content' }).click();
    await bar().waitFor({ state: 'detached' });
    await playground.frame.getByRole('button', { name: 'Cached Content…' }).click();
    await playground.row('Tides').waitFor();
    await playground.row('Tides').click();
    await bar().getByText('Tides').waitFor();

    await stage.emulator.control('clock', { advanceSeconds: 7 * 3600 });
    await playground.send('And now?');
    await playground.last.getByText('CachedContent not found').waitFor();
    await playground.last.getByRole('button', { name: 'Continue Without Cached Content' }).click();
    await playground.ended('Complete');
    await bar().waitFor({ state: 'detached' });
  });
});
