import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LazyTextDocuments } from '../../src/platform/host';
import { closeEditors } from './support/consoleDocuments';

const SCHEME = 'genlangtest';
const NAME = 'models.list (v1).jsonc';

function textNow(): string | undefined {
  return vscode.window.activeTextEditor?.document.getText();
}

describe('texts to read', () => {
  afterEach(closeEditors);

  it('are not taken for those of the same name that an earlier window has left open', async () => {
    const before = new LazyTextDocuments(SCHEME);
    await before.show({ name: NAME, read: () => 'one' });
    assert.equal(textNow(), 'one');
    before.dispose();
    const after = new LazyTextDocuments(SCHEME);
    try {
      await after.show({ name: NAME, read: () => 'two' });
      assert.equal(textNow(), 'two');
    } finally {
      after.dispose();
    }
  });
});
