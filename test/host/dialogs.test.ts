import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Dialogs } from '../../src/platform/dialogs';

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
});
