import assert from 'node:assert/strict';
import { ConnectionList } from '../../../src/auth/connectionList';
import { KeyVault } from '../../../src/auth/keyVault';
import type { L10n } from '../../../src/platform/l10n';
import { FakeConnectionSettings } from '../../fakes/connectionSettings';
import { FakeMemento } from '../../fakes/memento';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { failure } from '../api/harness';

/** A language that shows what was translated. */
const l10n: L10n = { t: (message) => `<${message}>` };

describe('what connections and keys fail with', () => {
  const secrets = new FakeSecretStorage();
  secrets.failure = new Error('no keyring');
  const parts = { secrets, l10n, onSecret: () => undefined, onStorageFailed: () => undefined };
  const vault = new KeyVault(parts);
  const connections = new ConnectionList({
    settings: new FakeConnectionSettings({}),
    windowState: new FakeMemento(),
    onDidChangeCredential: vault.onDidChange,
    onProblems: () => undefined,
    l10n,
  });
  const works: { readonly [what: string]: () => Promise<unknown> } = {
    'reading a key': () => vault.read('aaaa1111'),
    'deleting a key': () => vault.delete('aaaa1111'),
    'choosing a connection that is gone': () => connections.activate('gone0000'),
    'changing a connection that is gone': () => connections.update('gone0000', { name: 'x' }),
  };
  for (const [what, work] of Object.entries(works)) {
    it(`is in the language of the user, with what to do: ${what}`, async () => {
      const { message, hint } = await failure(work());
      assert.match(message, /^<.*\.>$/);
      assert.match(hint ?? '', /^<.*\.>$/);
    });
  }
});
