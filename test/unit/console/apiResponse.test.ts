import assert from 'node:assert/strict';
import { TransportError } from '../../../src/api/errors';
import { rawRequest } from '../../../src/api/request';
import { redact } from '../../../src/api/redact';
import { Emitter } from '../../../src/base/event';
import { ApiResponse, ConnectionName } from '../../../src/console/apiResponse';
import { MAX_KEPT_BYTES } from '../../../src/console/responseBody';
import { responseText } from '../../../src/console/responseDocument';
import { FakeClock } from '../../fakes/clock';
import { WORK } from './sending';

const WORK_NAME = new ConnectionName(
  { find: () => WORK, onDidChange: new Emitter<void>().event },
  WORK,
);
const JSON_TYPE = { 'content-type': 'application/json' };
const SSE = { 'content-type': 'text/event-stream' };
const get = rawRequest({
  operation: 'models.get',
  version: 'v1',
  path: { name: 'models/a b' },
  query: {},
});
const stream = rawRequest({
  operation: 'models.streamGenerateContent',
  version: 'v1beta',
  path: { model: 'models/x' },
  query: {},
});

function begun(request = get, status = 200, headers: Record<string, string> = JSON_TYPE) {
  const clock = new FakeClock();
  const answer = new ApiResponse(request, WORK_NAME, clock);
  clock.advance(45);
  answer.begin({ status, headers });
  const add = (text: string): void => answer.add(Buffer.from(text));
  const document = (): string => responseText(answer);
  return { answer, clock, add, document };
}

describe('answers', () => {
  it('show the secret that was asked for, and no other one', () => {
    const token = 'auth_tokens/canary0123456789canary0123456789';
    const asked = (operation: 'auth_tokens.create' | 'models.list') =>
      rawRequest({ operation, version: 'v1', path: {}, query: {} });
    const shownOf = (request: typeof get, status = 200): string => {
      const { answer, add } = begun(request, status);
      add(JSON.stringify({ name: token }));
      answer.end();
      return answer.text;
    };
    assert.deepEqual(JSON.parse(shownOf(asked('auth_tokens.create'))), { name: token });
    assert.doesNotMatch(shownOf(asked('models.list')), /canary/);
    assert.doesNotMatch(shownOf(asked('auth_tokens.create'), 400), /canary/);
  });

  it('say what came, how long it took and how large it is, before the body', () => {
    const { answer, clock, add, document } = begun();
    add('{"b":1.0,');
    add('"a":{},"10":[12345678901234567890,"x\\"y"]}');
    clock.advance(1200);
    answer.end();
    assert.equal(
      document(),
      [
        '// 200 OK · 1.25 s · 51 bytes',
        '// models.get on “Work”, v1',
        '// GET /v1/models/a%20b',
        '',
        '// content-type: application/json',
        '',
        '{',
        '  "b": 1.0,',
        '  "a": {},',
        '  "10": [',
        '    12345678901234567890,',
        '    "x\\"y"',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('can be read while they come', () => {
    const clock = new FakeClock();
    const answer = new ApiResponse(get, WORK_NAME, clock);
    clock.advance(300);
    assert.match(responseText(answer), /^\/\/ Sending… · 300 ms\n/);
    answer.begin({ status: 200, headers: JSON_TYPE });
    answer.add(Buffer.from('{"half":'));
    const text = responseText(answer);
    assert.match(text, /^\/\/ 200 OK · Receiving… · 300 ms · 8 bytes\n/);
    assert.match(text, /\n\n\{"half":\n$/);
  });

  it('show characters whole that were cut in the middle', () => {
    const { answer } = begun();
    const bytes = Buffer.from('{"a":"é€😀"}');
    for (const byte of bytes) answer.add(Uint8Array.of(byte));
    answer.end();
    assert.equal(answer.text, '{\n  "a": "é€😀"\n}');
  });

  it('show the error of the service as it came, indented', () => {
    const { answer, add } = begun(get, 404);
    add('{"error":{"code":404,"message":"No.","status":"NOT_FOUND"}}');
    const early = answer.serviceError;
    assert.equal(early, undefined);
    answer.end();
    assert.equal(answer.state, 'done');
    assert.match(answer.text, /^\{\n {2}"error": \{\n {4}"code": 404,/);
    assert.equal(answer.serviceError?.message, 'No.');
    assert.equal(answer.serviceError.status, 'NOT_FOUND');
  });

  it('say why they did not come, and what to do', () => {
    const clock = new FakeClock();
    const answer = new ApiResponse(get, WORK_NAME, clock);
    answer.fail(new TransportError('dns', 'There is no such host.', { hint: 'Check\nit.' }));
    assert.equal(answer.state, 'failed');
    assert.equal(
      responseText(answer),
      '// Failed · 0 ms\n// models.get on “Work”, v1\n// GET /v1/models/a%20b\n' +
        '// There is no such host.\n// Check it.\n',
    );
  });

  it('keep 16 MiB of a body, and say so', () => {
    const { answer, document } = begun(get, 200, { 'content-type': 'text/plain' });
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 17; count += 1) answer.add(piece);
    answer.end();
    assert.ok(answer.isCut);
    assert.equal(answer.bytes, 17 * 1024 * 1024);
    assert.equal(answer.text.length, MAX_KEPT_BYTES);
    const note = '// The response is larger than 17 MB, so only its start is shown.\n';
    assert.ok(document().endsWith(`\n\n${note}`));
    assert.ok(document().indexOf(note) < 200);
  });

  it('lose the secrets of the request and of the window', () => {
    const clock = new FakeClock();
    const clean = (text: string): string => redact(text, ['secret-of-window']);
    const request = { ...get, query: { key: 'a-key-in-the-query' } };
    const answer = new ApiResponse(request, WORK_NAME, clock, clean);
    answer.begin({
      status: 200,
      headers: { ...JSON_TYPE, 'x-echo': 'own-secret-0123', 'set-cookie': 'a=b' },
      redact: (text) => redact(text, ['own-secret-0123']),
    });
    answer.add(Buffer.from('{"a":"own-secret-0'));
    assert.doesNotMatch(responseText(answer), /own-sec/);
    answer.add(Buffer.from('123","b":"secret-of-window"}'));
    answer.end();
    const text = responseText(answer);
    assert.doesNotMatch(text, /own-secret|secret-of|a=b|a-key-in/);
    assert.match(text, /"b": "\[redacted\]"/);
    assert.match(text, /x-echo: \[redacted\]\n\/\/ set-cookie: \[redacted\]/);
  });

  it('stay within their comments, whatever a header says', () => {
    const { document } = begun(get, 200, { 'x-a': 'one\r\n{"fake":1}\u2028two\u202e' });
    assert.match(document(), /\/\/ x-a: one \{"fake":1\} two\\u202e\n/);
  });
});

describe('answers of streams', () => {
  it('are one list of events, whole at every moment', () => {
    const { answer, add } = begun(stream, 200, SSE);
    assert.equal(answer.text, '');
    add('data: {"a":1}\r\n\r\ndata: {"a"');
    assert.equal(answer.text, '[\n  {\n    "a": 1\n  }\n]');
    add(':2}\r\n\r\n');
    assert.deepEqual(JSON.parse(answer.text), [{ a: 1 }, { a: 2 }]);
    add('data: {"a":3}');
    answer.end();
    assert.deepEqual(JSON.parse(answer.text), [{ a: 1 }, { a: 2 }, { a: 3 }]);
    assert.equal(answer.state, 'done');
    assert.equal(answer.serviceError, undefined);
  });

  it('end with the error that the service sent among the events', () => {
    const { answer, add } = begun(stream, 200, SSE);
    add(
      'data: {"a":1}\n\ndata: {"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}\n\n',
    );
    answer.end();
    assert.equal(answer.serviceError?.message, 'Busy.');
    assert.equal(answer.serviceError.reason, 'overloaded');
  });

  it('fail where they end in the middle, and keep what came', () => {
    const { answer, add, document } = begun(stream, 200);
    add('[{"a":1},{"b":');
    answer.end();
    assert.equal(answer.state, 'failed');
    assert.match(document(), /^\/\/ 200 OK · Failed/);
    assert.match(document(), /The connection closed before the response was complete\./);
    assert.deepEqual(JSON.parse(answer.text), [{ a: 1 }]);
  });
});
