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
  for (const reason of [
    'needsSignIn',
    'notSignedIn',
    'signedOut',
    'missingScopes',
    'scope',
    'signInForOtherOrigin',
    'unauthenticated',
    'signInFailed',
  ]) {
    it(`sign in to the connection it is about, and diagnose it: ${reason}`, () => {
      assert.deepEqual(helps(failed(reason), 'oauth'), ['signIn', 'diagnoseConnection', 'showLog']);
      const [signIn, diagnose, log] = helpsFor(failed(reason), () => 'oauth');
      const target = { kind: 'command', target: subject };
      assert.deepEqual(signIn, { ...target, command: 'signIn' });
      assert.deepEqual(diagnose, { ...target, command: 'diagnoseConnection' });
      assert.deepEqual(log, { kind: 'command', command: 'showLog' });
    });
  }

  it('open what was missing, and no log where nothing went wrong', () => {
    assert.deepEqual(helps(failed('noRequest')), ['runOperation']);
    assert.deepEqual(helps(failed('noConversation')), ['openConversation']);
    assert.deepEqual(helps(failed('nothingToUpload')), []);
  });

  it('allow more where a spending limit refused a request', () => {
    const shown = ['allowMoreToday', 'showSpending', 'showLog'];
    assert.deepEqual(helps(failed('spendCap'), 'apiKey'), shown);
  });

  it('lead to what VS Code has for a workspace without trust, and for none', () => {
    assert.deepEqual(helps(failed('notTrusted'), 'apiKey'), ['manageTrust']);
    assert.deepEqual(helps(failed('noFolder'), 'apiKey'), ['openFolder']);
    assert.deepEqual(helps(failed('otherMachine'), 'apiKey'), ['extension']);
  });

  it('add a key where a key is refused, and sign in where none is taken', () => {
    assert.equal(helps(failed('unauthenticated'), 'apiKey')[0], 'addApiKey');
    assert.equal(helps(failed('invalidKey'), 'apiKey')[0], 'addApiKey');
    assert.equal(helps(failed('needsSignIn'), 'apiKey')[0], 'signIn');
  });

  it('sign in, or edit the connection, where application default credentials don’t do', () => {
    for (const reason of ['noAdc', 'badAdc', 'otherAdc', 'unreadableAdc', 'signedOut', 'scope']) {
      const expected = ['signIn', 'editConnection', 'showLog'];
      assert.deepEqual(helps(failed(reason), 'adc'), expected, reason);
    }
  });

  it('set OAuth up where the client or its project is what is wrong', () => {
    for (const reason of ['accessDenied', 'badClient', 'policy', 'badClientFile']) {
      assert.equal(helps(failed(reason), 'oauth')[0], 'setUpOAuth', reason);
    }
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

  it('open the page that explains a limit or a place', () => {
    assert.match(helps(failed('quota'), 'apiKey')[0] ?? '', /^https:.*\/rate-limits$/);
    assert.ok(helps(failed('credits'), 'apiKey').includes('https://ai.studio/projects'));
    assert.match(helps(failed('location'), 'apiKey')[0] ?? '', /^https:.*\/available-regions$/);
  });

  it('are only the log for what nobody knows', () => {
    assert.deepEqual(helps(new Error('x')), ['showLog']);
    assert.deepEqual(helps(failed('toString'), 'oauth'), ['showLog']);
  });
});
