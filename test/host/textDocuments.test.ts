import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';
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

  it('are told of again once VS Code has taken over what it was told before', async () => {
    const documents = new LazyTextDocuments(SCHEME);
    const changed = new Emitter<void>();
    const reads: number[] = [];
    let lines = 0;
    const read = (): string => {
      reads.push(lines);
      return 'A line.\n'.repeat(lines);
    };
    try {
      await documents.show({ name: NAME, read, onDidChange: changed.event });
      const end = 300;
      const { promise: whole, resolve } = Promise.withResolvers<string>();
      const shown: string[] = [];
      const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== SCHEME) return;
        shown.push(document.getText());
        if (document.lineCount === end + 1) resolve('it is whole');
      });
      while (lines < end) {
        lines += 1;
        changed.fire();
        if (lines % 10 === 0) await new Promise((next) => setImmediate(next));
      }
      await whole;
      subscription.dispose();
      // Each that was read was shown, and the last one is the newest.
      assert.deepEqual(
        shown.map((text) => text.split('\n').length - 1),
        reads.slice(1),
      );
      assert.equal(reads.at(-1), end);
      assert.ok(reads.length < end / 2, `${reads.length} reads of ${end} changes`);
    } finally {
      documents.dispose();
    }
  });
});
