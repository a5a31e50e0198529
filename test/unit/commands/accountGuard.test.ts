import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import type { CommandName } from '../../../src/catalog/commands';
import { requireAccount } from '../../../src/commands/accountGuard';
import type { AuthKind } from '../../../src/service/connection';

const connection = (id: string, auth: AuthKind) => {
  const endpoint = 'https://generativelanguage.googleapis.com';
  return { id, name: id, endpoint, auth };
};
const ALL = [
  connection('work', 'apiKey'),
  connection('mine', 'oauth'),
  connection('machine', 'adc'),
  connection('gateway', 'none'),
  connection('emulator', 'apiKey'),
];

function refusal(name: CommandName, active: string | undefined, target?: unknown) {
  const find = (id: string) => ALL.find((one) => one.id === id);
  const active1 = active === undefined ? undefined : find(active);
  try {
    requireAccount(name, target, { active: active1, find });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
}

describe('a command that needs an account', () => {
  it('says so in one message, with the connection and the scopes to sign in with', () => {
    for (const name of ['search', 'auditAccess', 'share', 'exportResource'] as const) {
      const { reason, message, hint, subject } = refusal(name, 'work') ?? {};
      assert.deepEqual([reason, hint, subject?.connection], ['needsSignIn', undefined, 'work']);
      assert.equal(
        message,
        'This command requires a signed-in account, but “work” has only an API key.',
      );
      assert.ok(subject?.scopes?.some((scope) => scope.endsWith('.retriever')));
    }
  });

  it('runs where there is an account, may be one, or nothing is connected', () => {
    for (const active of ['mine', 'machine', 'gateway', 'emulator', undefined]) {
      assert.equal(refusal('search', active), undefined);
    }
    assert.equal(refusal('uploadFiles', 'work'), undefined);
    assert.equal(refusal('createTunedModel', 'work'), undefined);
  });

  it('looks at the connection of the row that it was run on', () => {
    const row = (of: string) => ({ connection: of, name: 'tunedModels/a' });
    assert.equal(refusal('share', 'mine', row('work'))?.reason, 'needsSignIn');
    assert.equal(refusal('share', 'work', row('mine')), undefined);
    assert.equal(refusal('share', 'work', { connection: 7 })?.reason, 'needsSignIn');
  });
});
