import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { TransportError } from '../../../../src/api/errors';
import { AppError } from '../../../../src/base/errors';
import type { Fix } from '../../../../src/conversation/model/conversation';
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
  for (const [what, error, fixes, hint] of rows) {
    it(`${what}: ${fixes.join(', ')}`, () => {
      const failure = describeFailure(error);
      assert.deepEqual(failure.fixes, fixes);
      assert.match(failure.hint ?? '', hint);
      assert.ok(failure.message);
    });
  }

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
