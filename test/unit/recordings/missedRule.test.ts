import assert from 'node:assert/strict';
import { isObject, type JsonObject } from '../../../src/base/json';
import { readRules } from '../../../src/emulator/answers/read';
import type { Exchange } from '../../../src/recordings/exchange';
import { createRuleForUnmatched, createRules } from '../../../src/recordings/host/makeRule';
import { ask, control, useEmulator } from '../emulator/wire';

const MODEL = '/v1beta/models/gemini-3.8-flash';
const SAID = { contents: [{ role: 'user', parts: [{ text: 'Name {{cwd}} and a river.' }] }] };

/** What programs ask, in several forms. */
const ASKED: readonly (readonly [operation: string, path: string, body: JsonObject])[] = [
  ['models.generateContent', `${MODEL}:generateContent`, SAID],
  ['interactions.create', '/v1beta/interactions', { model: 'gemini-3.8-flash', input: 'Hi' }],
  ['models.countTokens', `${MODEL}:countTokens`, SAID],
  ['files.get', '/v1beta/files/abc', {}],
];

const requestFor = (path: string, json: JsonObject): Exchange['request'] => ({
  method: 'POST',
  path,
  query: {},
  body: { kind: 'json', json },
});

const redact = (text: string): string => text.replaceAll('key-of-the-window', 'REDACTED');
const made = (
  operation: string,
  path: string,
  body: JsonObject,
  credentials: readonly string[] = [],
): JsonObject =>
  createRuleForUnmatched({ operation, request: requestFor(path, body), credentials }, { redact });

describe('a rule that is made of a request that missed', () => {
  const emulator = useEmulator();

  for (const [operation, path, body] of ASKED) {
    it(`has the conditions of its recording, and can be read: ${operation}`, () => {
      const rule = made(operation, path, body);
      const request = requestFor(path, body);
      const error: JsonObject = { error: { code: 404, status: 'NOT_FOUND' } };
      const answer = { status: 404, headers: {}, body: { kind: 'json', json: error } } as const;
      const [recorded] = createRules({ operation, request, answer }).rules;
      assert.deepEqual(rule.when, recorded?.when);
      const { problems } = readRules(JSON.stringify({ mocks: [rule] }), {
        file: 'a.jsonc',
        folder: '/',
        faultProblem: () => undefined,
      });
      assert.deepEqual(problems, []);
    });
  }

  it('answers that request with a text to be replaced, and no other one', async () => {
    const [operation, path] = ['models.generateContent', `${MODEL}:generateContent`];
    const body = { contents: [{ role: 'user', parts: [{ text: 'Name a river.' }] }] };
    const other = { contents: [{ role: 'user', parts: [{ text: 'Name a lake.' }] }] };
    const rules = [made(operation, path, body), { response: 'fail' }];
    const own = { ...emulator(), baseUrl: `${emulator().baseUrl}/s/missed` };
    await control(own, 'POST', 'mocks', { mocks: rules, replace: true });
    assert.match((await ask(own, path, { body })).text, /Write the response here\./);
    assert.equal((await ask(own, path, { body: other })).status, 404);
  });

  it('is not made where a credential would be in it', () => {
    for (const [text, credentials] of [
      ['Is the-key-of-the-program right?', ['the-key-of-the-program']],
      ['Is key-of-the-window right?', []],
    ] as const) {
      const body = { contents: [{ role: 'user', parts: [{ text }] }] };
      assert.throws(
        () => made('models.generateContent', `${MODEL}:generateContent`, body, credentials),
        (error) => isObject(error) && error.reason === 'hasSecret' && !String(error).includes(text),
      );
    }
  });
});
