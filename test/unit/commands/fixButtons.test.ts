import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/api/errors';
import { readDetails } from '../../../src/api/errors/details';
import { AppError } from '../../../src/base/errors';
import { helpsFor } from '../../../src/commands/fixButtons';
import type { AuthKind } from '../../../src/service/connection';

const subject = { connection: 'work0001', scopes: ['https://www.googleapis.com/auth/x'] };

function helps(error: unknown, auth?: AuthKind) {
  const all = helpsFor(error, (id) => (id === subject.connection ? auth : undefined));
  return all.map((help) => {
    if (help.kind !== 'page' && help.kind !== 'command') return help.kind;
    return help.kind === 'command' ? help.command : help.url;
  });
}

const failed = (reason: string): AppError => new AppError(reason, 'It failed.', { subject });

function disabled(activationUrl: string): ServiceError {
  const details = readDetails([
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'SERVICE_DISABLED',
      domain: 'googleapis.com',
      metadata: { activationUrl },
    },
  ]);
  const parts = { reason: 'apiDisabled', message: 'It is disabled.', httpStatus: 403 } as const;
  const error = new ServiceError({ ...parts, status: 'PERMISSION_DENIED', details });
  error.subject = subject;
  return error;
}

describe('buttons under an error', () => {
  it('sign in to the connection it is about, and diagnose it', () => {
    assert.deepEqual(helps(failed('signedOut'), 'oauth'), [
      'signIn',
      'diagnoseConnection',
      'showLog',
    ]);
    const [signIn, diagnose, log] = helpsFor(failed('signedOut'), () => 'oauth');
    const target = { kind: 'command', target: subject };
    assert.deepEqual(signIn, { ...target, command: 'signIn' });
    assert.deepEqual(diagnose, { ...target, command: 'diagnoseConnection' });
    assert.deepEqual(log, { kind: 'command', command: 'showLog' });
  });

  it('add a key where a key is refused, and sign in where none is taken', () => {
    assert.equal(helps(failed('unauthenticated'), 'apiKey')[0], 'addApiKey');
    assert.equal(helps(failed('invalidKey'), 'apiKey')[0], 'addApiKey');
    assert.equal(helps(failed('needsSignIn'), 'apiKey')[0], 'signIn');
  });

  it('enable the API on a page of Google’s console, and on no other', () => {
    const page = 'https://console.developers.google.com/apis/api/x/overview?project=1';
    assert.deepEqual(helps(disabled(page), 'oauth'), [page, 'diagnoseConnection', 'showLog']);
    for (const url of [
      'https://evil.example/x',
      'http://console.cloud.google.com/x',
      'command:x',
    ]) {
      assert.deepEqual(helps(disabled(url), 'oauth'), ['diagnoseConnection', 'showLog'], url);
    }
  });

  it('are only the log for what nobody knows', () => {
    assert.deepEqual(helps(new Error('x')), ['showLog']);
    assert.deepEqual(helps(failed('toString'), 'oauth'), ['showLog']);
  });
});
