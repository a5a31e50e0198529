import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { AT_ONCE, openStage } from './support/stage.mjs';

describe('the title of a conversation', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;

  before(async () => {
    stage = await openStage({ emulator: AT_ONCE });
  });
  after(() => stage.close());

  beforeEach(async () => {
    await stage.closeTabs();
    playground = await stage.openPlayground();
  });

  const title = (/** @type {string | RegExp} */ words) =>
    playground.frame.getByRole('button', {
      name: typeof words === 'string' ? `Title: ${words}. Rename it.` : words,
    });
  const field = () => playground.frame.getByRole('textbox', { name: 'Title of the conversation' });
  const heading = (/** @type {string} */ words) =>
    playground.frame.getByRole('heading', { level: 1, name: words });

  it('comes from the first exchange, without Markdown', async () => {
    assert.equal(await title(/^Title: /).count(), 0);
    await playground.send('## How do **kites** fly?');
    await title('How do kites fly?').waitFor();
    await playground.ended('Complete');
    await playground.send('And without wind?');
    await playground.ended('Complete');
    await title('How do kites fly?').waitFor();
    await heading('How do kites fly?').waitFor();
    await stage.tab('How do kites fly?');
    await stage.screenshot('title');
  });

  it('has the beginning of the answer behind a message that says little', async () => {
    await playground.send('Hello');
    await playground.ended('Complete');
    await title(/^Title: Hello – \S+ .+\. Rename it\.$/).waitFor();
  });

  it('is changed where it stands by F2 and Enter, and no message changes it then', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    await title('How do kites fly?').focus();
    await stage.keyboard.press('F2');
    assert.equal(await field().inputValue(), 'How do kites fly?');
    await stage.keyboard.type('  On  \u202ekites ');
    await stage.screenshot('title-edited');
    await stage.keyboard.press('Enter');
    await title('On ⟨U+202E⟩kites').waitFor();
    assert.equal(await field().count(), 0);
    await expectSoon(
      () => title('On ⟨U+202E⟩kites').evaluate((button) => button === document.activeElement),
      'The title never had the focus again.',
    );
    await playground.frame.getByRole('button', { name: 'Regenerate' }).first().click();
    await playground.ended('Complete');
    await title('On ⟨U+202E⟩kites').waitFor();
    await stage.reload();
    playground = await stage.newest();
    await title('On ⟨U+202E⟩kites').waitFor();
  });

  it('is changed by F2 from the composer and from a message, which have the focus again then', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    for (const from of [playground.composer, playground.last]) {
      await from.focus();
      await stage.keyboard.press('F2');
      await field().and(playground.frame.locator(':focus')).waitFor();
      await stage.keyboard.press('Enter');
      await from.and(playground.frame.locator(':focus')).waitFor();
    }
  });

  it('stays as it was after Escape', async () => {
    await playground.send('Count to three slowly');
    await playground.ended('Complete');
    await title('Count to three slowly').click();
    await field().fill('Another');
    await stage.keyboard.press('Escape');
    await title('Count to three slowly').waitFor();
  });

  it('is saved when the focus goes elsewhere, and comes from the exchange again once it is empty', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    await title('How do kites fly?').click();
    await field().fill('Mine');
    await playground.composer.focus();
    await title('Mine').waitFor();
    assert.ok(await playground.composer.evaluate((area) => area === document.activeElement));
    await title('Mine').click();
    await field().fill(' ');
    await stage.keyboard.press('Enter');
    await title('How do kites fly?').waitFor();
  });

  it('is gone on with where the window was reloaded in the middle of it', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    await title('How do kites fly?').click();
    await field().fill('Half a ti');
    playground = await stage.reload();
    await field().waitFor();
    assert.equal(await field().inputValue(), 'Half a ti');
    await stage.keyboard.type('tle');
    await stage.keyboard.press('Enter');
    await title('Half a title').waitFor();
  });

  it('leaves what was done with the messages to be undone', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    await playground.frame.getByRole('button', { name: 'Regenerate' }).first().click();
    await playground.ended('Complete');
    const undo = playground.frame.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await title('How do kites fly?').click();
    await field().fill('Mine');
    await stage.keyboard.press('ControlOrMeta+z');
    assert.equal(await field().inputValue(), 'How do kites fly?');
    await field().fill('Mine');
    await stage.keyboard.press('Enter');
    await title('Mine').waitFor();
    await undo.click();
    await playground.frame.getByRole('button', { name: 'Redo' }).waitFor();
    await title('Mine').waitFor();
  });
});
