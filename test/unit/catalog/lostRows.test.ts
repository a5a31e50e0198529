import assert from 'node:assert/strict';
import { isForLostRow } from '../../../src/catalog/commandArguments';
import { commands } from '../../../src/catalog/commands';
import { commandId, type CommandName } from '../../../src/catalog/ids';
import { manifest } from '../../../src/catalog/manifest';

describe('a row that a menu was for', () => {
  const CONVERSATION = { conversation: 'aaaaaaaaaaaaaaaa' };

  it('is lost where VS Code hands over nothing for it', () => {
    assert.equal(isForLostRow('deleteConversation', [undefined, null]), true);
    assert.equal(isForLostRow('deleteConversation', [{ group: 'today' }]), true);
    assert.equal(isForLostRow('deleteConversation', [CONVERSATION, null]), false);
  });

  it('is not missed by a key, which is for the row with the focus', () => {
    assert.equal(isForLostRow('deleteConversation', []), false);
  });

  it('is missed by every command that a key runs for a row, but one that is for all rows too', () => {
    const { keybindings } = manifest().contributes;
    const keyed = keybindings.filter(({ when }) => when.includes('focusedView == '));
    const names = (Object.keys(commands) as CommandName[]).filter(
      (name) =>
        commands[name] !== 'nothing' && keyed.some(({ command }) => command === commandId(name)),
    );
    assert.ok(names.length > 4);
    const kept = names.filter((name) => !isForLostRow(name, [undefined]));
    assert.deepEqual(kept, ['refresh']);
  });

  it('is not missed by a command that asks what it is for', () => {
    assert.equal(isForLostRow('exportConversation', [undefined]), false);
  });
});
