import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Dialogs, hintMessage, inputBoxTexts, problemText } from '../../src/platform/dialogs';

describe('dialogs', () => {
  /** Presses Enter in the list that is shown, until it is answered. */
  async function accept<T>(picked: Promise<T>): Promise<T> {
    const list: { isOpen: boolean } = { isOpen: true };
    const answered = picked.finally(() => (list.isOpen = false));
    while (list.isOpen) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await new Promise(setImmediate);
    }
    return await answered;
  }

  it('take the first row with Enter where none is the current one', async () => {
    const items = ['a', 'b'].map((value) => ({ label: value, value }));
    assert.equal(await accept(new Dialogs().pick({ title: 'Test' }, items)), 'a');
  });

  it('take the current row with Enter', async () => {
    const items = ['a', 'b'].map((value) => ({ label: value, value, active: value === 'b' }));
    assert.equal(await accept(new Dialogs().pick({ title: 'Test' }, items)), 'b');
  });

  it('have no links and no icons under an input box, and titles as they are', () => {
    const evil = '[x](command:evil) $(trash)';
    const options = {
      title: evil,
      prompt: evil,
      placeholder: evil,
      value: evil,
      validate: (typed: string) => (typed === '' ? undefined : `Not ${typed}.`),
    };
    const escaped = '[x] (command:evil) \\$(trash)';
    const { title, prompt, placeholder } = inputBoxTexts(options);
    assert.deepEqual([prompt, problemText(options, evil)], [escaped, `Not ${escaped}.`]);
    assert.equal(problemText(options, ''), undefined);
    const hinted = hintMessage({ title: evil, prompt: 'Type.', hint: (typed) => typed }, evil);
    assert.equal(hinted?.message, `${escaped} Type.`);
    // VS Code shows these as they are.
    assert.deepEqual([title, placeholder], [evil, evil]);
  });
});
