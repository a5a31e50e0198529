import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ServiceError, TransportError } from '../../../src/api/errors';
import {
  decodeErrorBody,
  decodeErrorEnvelope,
  decodeRpcStatus,
} from '../../../src/api/errors/decode';
import { redactorFor } from '../../../src/api/redact';

const RPC = 'type.googleapis.com/google.rpc.';

function body(
  code: number,
  status: string,
  message: string,
  details: readonly unknown[] = [],
): string {
  return JSON.stringify({ error: { code, message, status, details } });
}

describe('service errors', () => {
  it('carry status, message and typed details, and keep unknown ones', () => {
    const unknown = { '@type': `${RPC}DebugInfo`, detail: 'x' };
    const error = decodeErrorBody(
      429,
      body(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.\nPlease retry in 44.09s.', [
        {
          '@type': `${RPC}QuotaFailure`,
          violations: [{ quotaId: 'RequestsPerDay', quotaValue: '50' }],
        },
        { '@type': `${RPC}RetryInfo`, retryDelay: '44.09s' },
        { '@type': `${RPC}Help`, links: [{ description: 'Learn', url: 'https://example.org' }] },
        {
          '@type': `${RPC}ErrorInfo`,
          reason: 'R',
          domain: 'googleapis.com',
          metadata: { service: 's' },
        },
        { '@type': `${RPC}LocalizedMessage`, locale: 'en-US', message: 'L' },
        { '@type': `${RPC}BadRequest`, fieldViolations: [{ field: 'a.b', description: 'D' }] },
        unknown,
      ]),
    );
    assert.equal(error.httpStatus, 429);
    assert.equal(error.status, 'RESOURCE_EXHAUSTED');
    assert.equal(error.reason, 'quota');
    assert.equal(error.message, 'Quota exceeded. Please retry in 44.09s.');
    assert.deepEqual(error.details, {
      quotaViolations: [
        {
          subject: '',
          description: '',
          quotaMetric: '',
          quotaId: 'RequestsPerDay',
          quotaDimensions: {},
          quotaValue: '50',
        },
      ],
      retryInfo: { retryDelayMs: 44_090 },
      links: [{ description: 'Learn', url: 'https://example.org' }],
      errorInfo: { reason: 'R', domain: 'googleapis.com', metadata: { service: 's' } },
      localizedMessage: { locale: 'en-US', message: 'L' },
      fieldViolations: [{ field: 'a.b', description: 'D' }],
      other: [unknown],
    });
  });

  it('type what is about preconditions and resources', () => {
    const error = decodeErrorBody(
      400,
      body(400, 'FAILED_PRECONDITION', 'No', [
        {
          '@type': `${RPC}PreconditionFailure`,
          violations: [{ type: 'STATE', subject: 'corpora/a', description: 'Not empty' }],
        },
        { '@type': `${RPC}ResourceInfo`, resourceType: 'Corpus', resourceName: 'corpora/a' },
      ]),
    );
    const { preconditionViolations, resourceInfo } = error.details;
    assert.equal(preconditionViolations?.[0]?.description, 'Not empty');
    assert.equal(resourceInfo?.resourceName, 'corpora/a');
  });

  it('are found in an array', () => {
    const error = decodeErrorBody(404, `[${body(404, 'NOT_FOUND', 'models/x is not found')}]`);
    assert.equal(error.message, 'models/x is not found');
    assert.equal(error.reason, 'modelNotFound');
    assert.match(error.hint ?? '', /Select another/);
  });

  it('come without a body, as a web page, or cut off', () => {
    const none = decodeErrorBody(404, '');
    assert.equal(none.message, '404 Not Found');
    assert.equal(none.reason, 'notFound');
    assert.equal(none.bodyExcerpt, undefined);

    const page = decodeErrorBody(502, `<!DOCTYPE html><html>${'<p>x</p>'.repeat(1200)}</html>`);
    assert.equal(page.message, '502 Bad Gateway');
    assert.match(page.hint ?? '', /web page/);
    assert.equal(page.bodyExcerpt?.length, 2000);
    assert.doesNotMatch(inspect(page), /<p>/);

    const cut = decodeErrorBody(500, body(500, 'INTERNAL', 'It failed').slice(0, 30));
    assert.equal(cut.message, '500 Internal Server Error');
    assert.equal(cut.reason, 'server');

    assert.equal(decodeErrorBody(599, 'null').message, '599 Unknown Status');
  });

  it('in a stream take their own code', () => {
    const error = decodeErrorEnvelope(
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
      undefined,
    );
    assert.ok(error instanceof ServiceError);
    assert.equal(error.httpStatus, 503);
    assert.equal(error.reason, 'overloaded');
  });

  const reasons: readonly (readonly [string, number, string, string, string?])[] = [
    ['invalidKey', 400, 'INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'],
    ['blockedKey', 403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.'],
    ['needsSignIn', 401, 'UNAUTHENTICATED', 'API keys are not supported', 'CREDENTIALS_MISSING'],
    ['unauthenticated', 401, 'UNAUTHENTICATED', 'Request had invalid credentials.'],
    ['noCredential', 403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers."],
    ['credits', 429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted. Please go.'],
    ['spendCap', 402, 'RESOURCE_EXHAUSTED', 'Refused on this machine. Nothing was sent.'],
    ['quota', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'],
    ['notFound', 404, 'NOT_FOUND', 'No recording for models.get.', 'RECORDING_NOT_FOUND'],
    ['modelNotFound', 404, 'NOT_FOUND', 'This model x is no longer available to new users.'],
    ['apiDisabled', 403, 'PERMISSION_DENIED', 'Not enabled', 'SERVICE_DISABLED'],
    [
      'noProject',
      403,
      'PERMISSION_DENIED',
      'The API requires a quota project, which is not set by default.',
      'SERVICE_DISABLED',
    ],
    [
      'projectDenied',
      403,
      'PERMISSION_DENIED',
      'Caller does not have required permission to use project p.',
      'USER_PROJECT_DENIED',
    ],
    [
      'badProject',
      403,
      'PERMISSION_DENIED',
      'Permission denied on resource project p.',
      'CONSUMER_INVALID',
    ],
    ['scope', 403, 'PERMISSION_DENIED', 'x', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    ['location', 400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'],
    ['permission', 403, 'PERMISSION_DENIED', 'You do not have permission.'],
    ['other', 418, 'TEAPOT', 'x'],
  ];
  for (const [reason, http, status, message, info] of reasons) {
    it(`say ${reason} for ${info ?? status}: ${message}`, () => {
      const details = info === undefined ? [] : [{ '@type': `${RPC}ErrorInfo`, reason: info }];
      assert.equal(decodeErrorBody(http, body(http, status, message, details)).reason, reason);
    });
  }

  it('tell a key that was sent as a token from a kind of key that is refused', () => {
    const details = [{ '@type': `${RPC}ErrorInfo`, reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED' }];
    const text = body(401, 'UNAUTHENTICATED', 'Request had invalid credentials.', details);
    const said = (sentAs?: 'apiKey' | 'bearer'): string => {
      const { reason, hint } = decodeErrorBody(401, text, undefined, undefined, true, sentAs);
      return `${reason}: ${hint}`;
    };
    assert.match(said('apiKey'), /^blockedKey: .*rejects this kind of API key/);
    assert.match(said('bearer'), /^unauthenticated: .*isn’t an access token/);
    assert.match(said(), /^unauthenticated: Send API keys in x-goog-api-key/);
  });

  it('and their inspection are free of secrets and at most 2 kB', () => {
    const clean = redactorFor(['canary-by-value']);
    const message = `key AIzaSyCANARYCANARYCANARYCANARY canary-by-value ${'long '.repeat(5000)}`;
    const details = [
      {
        '@type': 'x',
        url: 'https://h/?key=canary-by-value',
        'canary-by-value': ['canary-by-value'],
      },
    ];
    const error = decodeErrorBody(400, body(400, 'INVALID_ARGUMENT', message, details), clean);
    for (const text of [
      error.message,
      inspect(error),
      inspect({ nested: { error } }, { depth: 9 }),
      inspect(new Error('outer', { cause: error })).slice(0, 2000),
      JSON.stringify(error),
      String(error.stack),
    ]) {
      assert.doesNotMatch(text, /canary-by-value|AIzaSyCANARY/);
    }
    assert.ok(inspect(error).length <= 2000);
    assert.ok(error.message.length <= 2000);
  });
});

describe('transport errors', () => {
  it('and their inspection are free of secrets and at most 2 kB', () => {
    const error = new TransportError('refused', `x ya29.canary-canary ${'y'.repeat(9000)}`, {
      hint: 'h',
      cause: new Error('z'.repeat(9000)),
    });
    assert.doesNotMatch(inspect(error), /canary/);
    assert.ok(inspect(error).length <= 2000);
    assert.equal(error.name, 'TransportError');
  });
});

function answered(code: string, message = 'It says why.') {
  const { httpStatus, status, reason, hint } = decodeErrorEnvelope(
    { error: { code, message } },
    undefined,
  );
  return { httpStatus, status, reason, hint };
}

describe('errors whose code is a word', () => {
  it('say what to do where the word says more than the status', () => {
    assert.equal(answered('model_not_found', 'Gone.').reason, 'modelNotFound');
    assert.equal(answered('payment_required').reason, 'credits');
    const cap = answered('payment_required', 'Refused on this machine. Nothing was sent.');
    assert.deepEqual([cap.httpStatus, cap.reason, cap.hint], [402, 'spendCap', undefined]);
    assert.match(answered('safety').hint ?? '', /safety settings/);
    assert.match(answered('missing_thought_signature').hint ?? '', /signature/);
    assert.equal(answered('quota_exceeded').reason, 'quota');
  });

  it('tell the word where nothing else is said, and take words that nobody knows', () => {
    const { message } = decodeErrorEnvelope({ error: { code: 'too_many_tool_calls' } }, undefined);
    assert.equal(message, 'too many tool calls');
    const unknown = decodeErrorEnvelope(
      { error: { code: 'toString', message: 'Odd.' } },
      undefined,
    );
    assert.deepEqual([unknown.httpStatus, unknown.status], [500, 'INTERNAL']);
  });
});

// google/rpc/code.proto, by hand.
const codes = [
  [1, 'CANCELLED', 499, 'cancelled'],
  [3, 'INVALID_ARGUMENT', 400, 'invalidRequest'],
  [8, 'RESOURCE_EXHAUSTED', 429, 'quota'],
  [16, 'UNAUTHENTICATED', 401, 'unauthenticated'],
] as const;

describe('a google.rpc.Status within a resource', () => {
  for (const [code, status, httpStatus, reason] of codes) {
    it(`with the code ${code} is ${status}`, () => {
      const error = decodeRpcStatus({ code, message: 'It failed.' });
      assert.equal(error.status, status);
      assert.equal(error.httpStatus, httpStatus);
      assert.equal(error.reason, reason);
      assert.equal(error.message, 'It failed.');
    });
  }

  it('keeps its details, and no secret', () => {
    const info = { reason: 'TUNING_FAILED', domain: 'googleapis.com' };
    const error = decodeRpcStatus({
      code: 13,
      message: `Key AIza${'x'.repeat(35)} failed.`,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info }],
    });
    assert.deepEqual(error.details.errorInfo, { ...info, metadata: {} });
    assert.doesNotMatch(`${error.message}${inspect(error)}`, /AIzax/);
  });
});
