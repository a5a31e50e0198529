import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { TransportError } from '../../../../src/api/errors';
import { AppError } from '../../../../src/base/errors';
import type { Fix } from '../../../../src/conversation/model/conversation';
import type { AuthKind } from '../../../../src/service/connection';
import { describeFailure, isPromptRefused } from '../../../../src/conversation/answer/failure';

function service(http: number, status: string, message: string, details: object[] = []): Error {
  return decodeErrorBody(http, JSON.stringify({ error: { code: http, message, status, details } }));
}

const TYPE = 'type.googleapis.com/google.rpc.';
const badKey = { '@type': `${TYPE}ErrorInfo`, reason: 'API_KEY_INVALID' };
const retryIn = (retryDelay: string): object => ({ '@type': `${TYPE}RetryInfo`, retryDelay });
const violation = (field: string): object => {
  return { '@type': `${TYPE}BadRequest`, fieldViolations: [{ field, description: 'No.' }] };
};

const failed = (reason: string): AppError =>
  new AppError(reason, 'It failed.', { subject: { connection: 'a' } });
const using = (auth: AuthKind) => ({
  find: (id: string) => ({ id, name: 'A', endpoint: 'https://a.example', auth }),
});

const rows: readonly (readonly [string, unknown, readonly Fix[], RegExp])[] = [
  [
    'a bad key',
    service(400, 'INVALID_ARGUMENT', 'API key not valid.', [badKey]),
    ['addApiKey', 'retry', 'diagnose'],
    /copied the complete API key/,
  ],
  [
    'an expired key',
    service(400, 'INVALID_ARGUMENT', 'API key expired.', [badKey]),
    ['addApiKey', 'retry', 'diagnose'],
    /no longer valid/,
  ],
  [
    'an expired token',
    service(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    ['addApiKey', 'retry', 'diagnose'],
    /expired/,
  ],
  [
    'a model that vanished',
    service(404, 'NOT_FOUND', 'models/x is not found for API version v1beta.'),
    ['chooseModel', 'retry'],
    /Select another model/,
  ],
  ['a 404 without a body', decodeErrorBody(404, ''), ['chooseModel', 'retry'], /endpoint/],
  [
    'a web page',
    decodeErrorBody(502, '<html>Bad gateway</html>'),
    ['retry', 'chooseModel'],
    /response is a web page/,
  ],
  [
    'an endpoint that cannot be reached',
    new TransportError('unreachable', 'No route to host.', { hint: 'Check the network.' }),
    ['retry', 'diagnose', 'showLog'],
    /Check the network/,
  ],
  [
    'a quota with a delay',
    service(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', [retryIn('43.2s')]),
    ['retry', 'chooseModel'],
    /wait 44 seconds/,
  ],
  [
    'an overload with a short delay',
    service(503, 'UNAVAILABLE', 'Overloaded.', [retryIn('0.300s')]),
    ['retry', 'chooseModel'],
    /wait 1 second /,
  ],
  [
    'an overload without a delay',
    service(503, 'UNAVAILABLE', 'Overloaded.'),
    ['retry', 'chooseModel'],
    /overloaded/,
  ],
  [
    'too many tokens',
    service(
      400,
      'INVALID_ARGUMENT',
      'The input token count (3000000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    ['chooseModel', 'retry'],
    /Shorten the message/,
  ],
  [
    'no connection',
    new AppError('noConnection', 'None.', { hint: 'Add a key.' }),
    ['addApiKey', 'startEmulator', 'retry'],
    /Add a key/,
  ],
];

describe('a failure as the conversation shows it', () => {
  it('offers to start the emulator only where that was meant', () => {
    for (const reason of ['refused', 'unreachable', 'timeout'] as const) {
      const fixesOf = (connection: string) => {
        const error = new TransportError(reason, 'Nobody listens.');
        error.subject = { connection };
        return describeFailure(error).fixes.includes('startEmulator');
      };
      assert.deepEqual([fixesOf('emulator'), fixesOf('local001')], [reason !== 'timeout', false]);
    }
  });

  for (const [what, error, fixes, hint] of rows) {
    it(`${what}: ${fixes.join(', ')}`, () => {
      const failure = describeFailure(error);
      assert.deepEqual(failure.fixes, fixes);
      assert.match(failure.hint ?? '', hint);
      assert.ok(failure.message);
    });
  }

  it('signs in where an account is what is missing, whatever the connection has', () => {
    const reasons = ['needsSignIn', 'notSignedIn', 'signedOut', 'missingScopes', 'scope'];
    for (const reason of [...reasons, 'signInForOtherOrigin']) {
      const { fixes } = describeFailure(failed(reason), false, using('oauth'));
      assert.deepEqual(fixes, ['signIn', 'retry', 'diagnose'], reason);
    }
    const missing = { '@type': `${TYPE}ErrorInfo`, reason: 'CREDENTIALS_MISSING' };
    const keyless = service(401, 'UNAUTHENTICATED', 'API keys are not supported.', [missing]);
    assert.equal(describeFailure(keyless).fixes[0], 'signIn');
  });

  it('tells a wrong key, an ended sign-in and credentials of another program apart', () => {
    const firsts = (reason: string) =>
      (['apiKey', 'oauth', 'adc'] as const).map(
        (auth) => describeFailure(failed(reason), false, using(auth)).fixes[0],
      );
    const refused = service(401, 'UNAUTHENTICATED', 'Invalid.');
    Object.assign(refused, { subject: { connection: 'a' } });
    const fix = (auth: AuthKind) => describeFailure(refused, false, using(auth)).fixes[0];
    assert.deepEqual(
      [fix('apiKey'), fix('oauth'), fix('adc')],
      ['addApiKey', 'signIn', 'diagnose'],
    );
    assert.deepEqual(firsts('signedOut'), ['signIn', 'signIn', 'diagnose']);
    assert.deepEqual(firsts('noAdc'), ['diagnose', 'diagnose', 'diagnose']);
  });

  it('tells anything else with its own words, a retry and the log', () => {
    for (const error of [new Error('Odd.'), 'Odd.', new AppError('neverHeardOf', 'Odd.')]) {
      const failure = describeFailure(error);
      assert.deepEqual(failure, { message: 'Odd.', fixes: ['retry', 'showLog'] });
    }
  });

  it('blames the message only where the service does', () => {
    const bad = (message: string, ...details: object[]): Error =>
      service(400, 'INVALID_ARGUMENT', message, details);
    const blamed = [
      bad('The input token count (9) exceeds the maximum number of tokens allowed (8).'),
      bad('Unable to process input image.'),
      bad('Bad.', violation('contents[0].parts[0]')),
    ];
    const others = [
      bad('Bad.', violation('generation_config.temperature')),
      bad('Thinking is not enabled for this model.'),
      bad('API key not valid.', badKey),
      service(503, 'UNAVAILABLE', 'contents'),
      new Error('contents'),
    ];
    assert.deepEqual(
      blamed.map(isPromptRefused),
      blamed.map(() => true),
    );
    assert.deepEqual(
      others.map(isPromptRefused),
      others.map(() => false),
    );
  });
});
