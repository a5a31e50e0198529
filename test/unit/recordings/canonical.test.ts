import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json';
import { Canonicalizer } from '../../../src/recordings/canonical';
import type { RecordedRequest } from '../../../src/recordings/exchange';
import { toRecordedRequest } from '../../../src/recordings/incoming';
import { PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
import { DEFAULT_RULES, type MatchRules, readRules } from '../../../src/recordings/rules';

const OPERATION = 'models.generateContent';
const PATH = '/v1beta/models/gemini-3.8-flash:generateContent';
const SURROUNDINGS = { workingDirectory: '/home/ada/project', homeDirectory: '/home/ada' };

interface Sent {
  readonly operation?: string;
  readonly target?: string;
  readonly body?: JsonValue;
  readonly type?: string;
}

function requestFor({ operation = OPERATION, target = PATH, body, type }: Sent): RecordedRequest {
  const headers = { 'content-type': type ?? 'application/json', 'x-client': String(Math.random()) };
  const text = body === undefined ? '' : JSON.stringify(body);
  const base = 'http://127.0.0.1:1234/s/one';
  return toRecordedRequest(
    { operation, method: 'POST', target, headers, body: Buffer.from(text), base },
    new PathPlaceholders(SURROUNDINGS),
  );
}

const looseOf = (sent: Sent, rules: MatchRules = DEFAULT_RULES): string =>
  new Canonicalizer(rules).of(sent.operation ?? OPERATION, requestFor(sent)).loose;
const exactOf = (sent: Sent): string =>
  new Canonicalizer(DEFAULT_RULES).of(sent.operation ?? OPERATION, requestFor(sent)).exact;

const said = (text: string, extra: object = {}): JsonValue => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...extra,
});

const partsBody = (...contents: readonly JsonValue[]): Sent => ({ body: { contents } });
const model = (...parts: readonly JsonValue[]): JsonValue => ({ role: 'model', parts });
const call = (id: string): JsonValue => ({ functionCall: { id, name: 'f' } });
const resultOf = (id: string): JsonValue => ({
  functionResponse: { id, name: 'f', response: { a: 1 } },
});
const fileNamed = (id: string): JsonValue => ({
  fileData: { fileUri: `http://127.0.0.1:1234/s/one/v1beta/files/${id}` },
});
const interactionAfter = (id: string): Sent => ({
  operation: 'interactions.create',
  target: '/v1beta/interactions',
  body: { previous_interaction_id: id },
});

describe('requests as they are compared', () => {
  /** What is the same, by what says nothing. */
  const same: readonly (readonly [what: string, one: Sent, other: Sent])[] = [
    [
      'order and case of fields',
      { body: said('Hi', { generationConfig: { topK: 3, maxOutputTokens: 5 } }) },
      {
        body: { generation_config: { max_output_tokens: 5, top_k: 3 }, ...(said('Hi') as object) },
      },
    ],
    [
      'what is empty or default',
      { body: said('Hi') },
      { body: said('Hi', { safetySettings: [], generationConfig: {}, tools: null }) },
    ],
    ['alt=json and the key', { target: `${PATH}?key=abc&$alt=json&prettyPrint=0` }, {}],
    [
      'the version',
      { body: said('Hi') },
      { body: said('Hi'), target: PATH.replace('v1beta', 'v1') },
    ],
    [
      'thought signatures',
      partsBody(model({ text: 'a', thoughtSignature: 'c2ln' })),
      partsBody(model({ text: 'a', thought_signature: 'skip_thought_signature_validator' })),
    ],
    [
      'ids of calls',
      partsBody(model(call('x1')), { parts: [resultOf('x1')] }),
      partsBody(model(call('y7')), { parts: [resultOf('y7')] }),
    ],
    [
      'names of files',
      partsBody({ parts: [fileNamed('abc')] }),
      partsBody({ parts: [fileNamed('xyz')] }),
    ],
    ['the interaction before', interactionAfter('v1_abc'), interactionAfter('v1_xyz')],
    [
      'days',
      { body: said("Today's date is Monday, November 23, 2026.") },
      { body: said("Today's date is Sunday, May 3, 2026.") },
    ],
    [
      'the working directory',
      { body: said('Look into /home/ada/project/src') },
      { body: said('Look into {{cwd}}/src') },
    ],
    [
      'enumerations by number',
      { body: said('Hi', { safetySettings: [{ category: 7, threshold: 3 }] }) },
      {
        body: said('Hi', {
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
        }),
      },
    ],
  ];
  for (const [what, one, other] of same) {
    it(`are the same whatever is said of ${what}`, () => {
      assert.equal(looseOf(one), looseOf(other));
    });
  }

  /** What says something. */
  const different: readonly (readonly [what: string, one: Sent, other: Sent])[] = [
    ['the text', { body: said('Hi') }, { body: said('Ho') }],
    ['the model', {}, { target: PATH.replace('flash', 'pro') }],
    [
      'a temperature of 0',
      { body: said('Hi', { generationConfig: { temperature: 0 } }) },
      { body: said('Hi') },
    ],
    [
      'names that a program has given its arguments',
      partsBody(model({ functionCall: { name: 'f', args: { user_id: 1 } } })),
      partsBody(model({ functionCall: { name: 'f', args: { userId: 1 } } })),
    ],
    [
      'which call a result is of',
      partsBody(model(call('a'), call('b')), { parts: [resultOf('a')] }),
      partsBody(model(call('a'), call('b')), { parts: [resultOf('b')] }),
    ],
    ['the form of a stream', { target: `${PATH}?alt=sse` }, {}],
    ['the type of a body', { body: 'x', type: 'text/plain' }, { body: 'x', type: 'text/csv' }],
    [
      'a name in prose',
      { body: said('Read files/abc please') },
      { body: said('Read files/xyz please') },
    ],
  ];
  for (const [what, one, other] of different) {
    it(`differ in ${what}`, () => {
      assert.notEqual(looseOf(one), looseOf(other));
    });
  }

  it('are exactly the same only with their dates, names and version', () => {
    assert.notEqual(
      exactOf({ body: said('on 2026-01-01') }),
      exactOf({ body: said('on 2026-01-02') }),
    );
    const v1 = PATH.replace('v1beta', 'v1');
    assert.notEqual(exactOf({ body: said('Hi') }), exactOf({ body: said('Hi'), target: v1 }));
  });

  it('are compared in what recordings.json says', () => {
    const rules = readRules({
      compare: ['dates'],
      ignoreFields: ['seed', 'generationConfig.topK'],
      ignoreQuery: ['pageSize'],
      placeholders: { build: String.raw`build-\d+` },
    });
    const one = said('build-1', { generationConfig: { seed: 1, topK: 2 } });
    const other = said('build-2', { generationConfig: { seed: 3, topK: 4 } });
    assert.equal(
      looseOf({ body: one }, rules),
      looseOf({ body: other, target: `${PATH}?pageSize=3` }, rules),
    );
    const [day, next] = [said('2026-01-01'), said('2026-01-02')];
    assert.notEqual(looseOf({ body: day }, rules), looseOf({ body: next }, rules));
  });

  it('names the placeholder whose pattern takes too long', () => {
    const rules = readRules({ placeholders: { build: '(b+)+$' } });
    assert.throws(
      () => looseOf({ body: said(`${'b'.repeat(40)}!`) }, rules),
      /^AppError: Invalid recordings\.json: the placeholder build is too slow\. .* takes too long for a string of 41/,
    );
  });

  for (const [json, problem] of [
    [{ compare: ['weather'] }, /compare can contain only .*, not weather/],
    [{ placeholders: { a: '(' } }, /isn’t a valid regular expression/],
  ] as const) {
    it(`refuses the rules ${JSON.stringify(json)}`, () => {
      assert.throws(() => readRules(json), problem);
    });
  }
});
