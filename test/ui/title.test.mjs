import assert from 'node:assert/strict';
import { openStage } from './support/stage.mjs';

describe('the title of a conversation', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;

  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  beforeEach(async () => {
    await stage.closeTabs();
    playground = await stage.openPlayground();
  });

  const title = (/** @type {string | RegExp} */ words) =>
    playground.frame.getByRole('button', {
      name: typeof words === 'string' ? `Title: ${words}. Rename the conversation.` : words,
    });
  const field = () => playground.frame.getByRole('textbox', { name: 'Title of the conversation' });
  const hasFocus = (/** @type {import('playwright-core').Locator} */ one) =>
    one.and(playground.frame.locator(':focus')).waitFor();
  const ask = async (/** @type {string} */ text) => {
    await playground.send(text);
    await playground.ended('Complete');
  };

  it('is changed where it stands by F2 and Enter, given up with Escape, and comes from the exchange again once it is empty', async () => {
    await ask('How do kites fly?');
    await title('How do kites fly?').focus();
    await stage.keyboard.press('F2');
    assert.equal(await field().inputValue(), 'How do kites fly?');
    await stage.keyboard.type('  On  \u202ekites ');
    await stage.keyboard.press('Enter');
    await hasFocus(title('On ⟨U+202E⟩kites'));
    assert.equal(await field().count(), 0);
    await playground.frame.getByRole('button', { name: 'Regenerate' }).first().click();
    await playground.ended('Complete');
    for (const from of [playground.composer, playground.last]) {
      await from.focus();
      await stage.keyboard.press('F2');
      await hasFocus(field());
      await stage.keyboard.press('Enter');
      await hasFocus(from);
    }
    await title('On ⟨U+202E⟩kites').click();
    await field().fill('Another');
    await stage.keyboard.press('Escape');
    await title('On ⟨U+202E⟩kites').click();
    await field().fill('Mine');
    await playground.composer.focus();
    await title('Mine').waitFor();
    await hasFocus(playground.composer);
    await title('Mine').click();
    await field().fill(' ');
    await stage.keyboard.press('Enter');
    await title('How do kites fly?').waitFor();
  });

  it('is gone on with after a reload, and leaves what was done with the messages to be undone', async () => {
    await ask('How do kites fly?');
    await title('How do kites fly?').click();
    await field().fill('Half a ti');
    playground = await stage.reload();
    await field().waitFor();
    assert.equal(await field().inputValue(), 'Half a ti');
    await stage.keyboard.type('tle');
    await stage.keyboard.press('Enter');
    await title('Half a title').waitFor();

    await playground.frame.getByRole('button', { name: 'Regenerate' }).first().click();
    await playground.ended('Complete');
    const undo = playground.frame.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await title('Half a title').click();
    await field().fill('Mine');
    await stage.keyboard.press('ControlOrMeta+z');
    assert.equal(await field().inputValue(), 'Half a title');
    await field().fill('Mine');
    await stage.keyboard.press('Enter');
    await title('Mine').waitFor();
    await undo.click();
    await playground.frame.getByRole('button', { name: 'Redo' }).waitFor();
    await title('Mine').waitFor();
  });
});
