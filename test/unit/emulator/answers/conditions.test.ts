import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import {
  MockRegistry,
  type MatchInput,
  modelMatchInput,
  operationMatchInput,
} from '../../../../src/emulator/answers';
import type { LoadedRule } from '../../../../src/emulator/answers/mockRegistry';
import { readRules } from '../../../../src/emulator/answers/read';
import { faultProblem } from '../../../../src/emulator/faultKinds';

const OPERATION = 'models.generateContent';
const turn = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ role, parts });
const user = (text: string): JsonObject => turn('user', { text });

/** What a model is asked, with these contents. */
function asked(contents: readonly JsonObject[], more: JsonObject = {}): MatchInput {
  return modelMatchInput(OPERATION, 'models/gemini-3.8-flash', { contents, ...more });
}

function bookOf(...rules: readonly JsonObject[]): MockRegistry {
  return new MockRegistry({ current: () => loadedOf(rules), onUse: () => undefined });
}

function loadedOf(rules: readonly JsonObject[]): readonly LoadedRule[] {
  const { rules: loaded, problems } = readRules(JSON.stringify({ mocks: rules }), {
    file: 'test',
    folder: '.',
    faultProblem,
  });
  assert.deepEqual(problems, []);
  return loaded;
}

const answers = (when: JsonObject, request: MatchInput): boolean =>
  bookOf({ when, response: 'generate' }).find(request) !== undefined;

const CALL = turn('model', { functionCall: { name: 'forecast', args: {} } });
const RESULT = turn('user', {
  functionResponse: { name: 'forecast', response: { output: 'Rain all day' } },
});
const WEATHER = user('What is the weather in Oslo?');
const TOOLS = { tools: [{ functionDeclarations: [{ name: 'forecast' }] }, { googleSearch: {} }] };
const hello = asked([user('Hello')]);
const told = asked([WEATHER, CALL, RESULT], TOOLS);

/** Each condition with a request that it holds for, and one that it does not. */
const CONDITIONS: readonly (readonly [
  what: string,
  when: JsonObject,
  hit: MatchInput,
  miss: MatchInput,
])[] = [
  ['nothing but that a model answers', {}, hello, operationMatchInput('models.list', '', {})],
  ['an operation', { operation: 'models.list' }, operationMatchInput('models.list', '', {}), hello],
  [
    'a model by a pattern',
    { model: 'gemini-3*' },
    hello,
    modelMatchInput(OPERATION, 'models/emulator-flash', {}),
  ],
  ['all that the user said', { user: 'Hello' }, hello, asked([user('Hello there')])],
  ['a part of it', { user: { contains: ['weather', 'Oslo'] } }, told, asked([user('weather')])],
  ['a pattern of it', { user: { regex: '^h', flags: 'i' } }, hello, asked([user('Oh')])],
  [
    'system instruction',
    { system: { contains: 'brief' } },
    asked([user('Hello')], { systemInstruction: { parts: [{ text: 'Be brief.' }] } }),
    hello,
  ],
  ['declared tools', { tools: ['forecast', 'googleSearch'] }, told, hello],
  ['no tools', { tools: [] }, hello, told],
  ['that there is a result', { hasResult: true }, told, hello],
  ['that there is none', { hasResult: false }, hello, told],
  ['a result of a function', { result: 'forecast' }, told, asked([WEATHER, CALL])],
  ['the text of a result', { resultText: { contains: 'Rain' } }, told, hello],
  ['which answer it is for', { turn: 2 }, told, hello],
  [
    'a value of the request',
    { body: { '$.generationConfig.temperature': 0 } },
    asked([user('Hello')], { generationConfig: { temperature: 0 } }),
    hello,
  ],
  [
    'the last of several',
    { body: { '$.contents[-1].role': 'user' } },
    told,
    asked([WEATHER, CALL]),
  ],
  ['that a value is there', { body: { '$.tools[1]': { exists: true } } }, told, hello],
  ['that a value is not there', { body: { "$['tools']": { exists: false } } }, hello, told],
  [
    'a JSON value',
    { body: { '$.contents[0].parts[0]': { equals: { text: 'Hello' } } } },
    hello,
    told,
  ],
  [
    'a number in a range',
    { body: { '$.generationConfig.topP': { above: 0.5, below: 0.9 } } },
    asked([], { generationConfig: { topP: 0.8 } }),
    asked([], { generationConfig: { topP: 0.9 } }),
  ],
  ['a state', { state: 'start' }, hello, hello],
  ['a chance', { chance: 1 }, hello, hello],
];

describe('emulator: conditions of rules', () => {
  for (const [what, when, hit, miss] of CONDITIONS) {
    it(`ask for ${what}`, () => {
      assert.equal(answers(when, hit), true, 'the one that fits');
      const isSame = hit === miss;
      const other = isSame ? { ...when, ...(when.state ? { state: 'x' } : { chance: 0 }) } : when;
      assert.equal(answers(other, miss), false, 'the one that does not');
    });
  }

  for (const [glob, fitting, other] of [
    ['*', 'gemini', undefined],
    ['gemini-*-flash*', 'gemini-3.8-flash-lite', 'gemini-flash'],
    ['gemini.*', 'gemini.x', 'geminix'],
  ] as const) {
    it(`take models like ${glob}`, () => {
      const fits = (model: string): boolean =>
        answers({ model: glob }, modelMatchInput(OPERATION, `models/${model}`, {}));
      assert.equal(fits(fitting), true);
      if (other !== undefined) assert.equal(fits(other), false);
    });
  }

  it('must all hold, and the first rule wins', () => {
    const book = bookOf(
      { name: 'both', when: { user: 'Hello', turn: 2 }, response: { text: '1' } },
      { name: 'one', when: { user: 'Hello' }, response: { text: '2' } },
      { name: 'any', response: { text: '3' } },
    );
    assert.match(book.find(hello)?.rule.label ?? '', /^one /);
    assert.match(book.find(told)?.rule.label ?? '', /^any /);
  });

  it('are told with what there is instead, by the rule that comes nearest', () => {
    const book = bookOf(
      { name: 'far', when: { user: 'Bye', model: 'x', turn: 3 }, response: { text: '1' } },
      { name: 'near', when: { user: { contains: 'Bye' }, turn: 1 }, response: { text: '2' } },
    );
    const { label = '', reasons = [] } = book.nearest(hello) ?? {};
    assert.match(label, /^near \(test:1\)$/);
    assert.deepEqual(reasons, ['user is "Hello", not {"contains":"Bye"}']);
  });
});

describe('emulator: what rules answer in turn', () => {
  const texts = (book: MockRegistry, count: number): readonly unknown[] =>
    Array.from({ length: count }, () => {
      const taken = book.find(hello)?.take().answer;
      return typeof taken === 'object' ? taken.text : taken;
    });
  const two = [{ text: 'a' }, { text: 'b' }];

  it('is the last one again where nothing else is said', () => {
    assert.deepEqual(texts(bookOf({ responses: two }), 4), ['a', 'b', 'b', 'b']);
    assert.deepEqual(texts(bookOf({ responses: two, then: 'repeat-last' }), 3), ['a', 'b', 'b']);
  });

  it('is the first one again, or that of the next rule', () => {
    assert.equal(texts(bookOf({ responses: two, then: 'cycle' }), 5).join(''), 'ababa');
    const next = { response: { text: 'c' } };
    const rules = [{ responses: two, then: 'fall-through' }, next];
    assert.deepEqual(texts(bookOf(...rules), 4), ['a', 'b', 'c', 'c']);
    const once = { response: { text: 'a' }, then: 'fall-through' };
    assert.deepEqual(texts(bookOf(once, next), 3), ['a', 'c', 'c']);
  });

  it('changes the state of the session', () => {
    const book = bookOf(
      { when: { state: 'start' }, response: { text: 'in' }, to: 'in' },
      {
        when: { state: 'in' },
        responses: [{ text: 'still' }, { text: 'out', to: 'start' }],
        then: 'cycle',
      },
    );
    assert.deepEqual(texts(book, 6), ['in', 'still', 'out', 'in', 'still', 'out']);
  });

  it('takes values of the request into texts and, alone, as they are', () => {
    const book = bookOf({
      response: {
        calls: [
          {
            name: 'f',
            args: {
              limit: '{{$.generationConfig.topK}}',
              all: '{{ $.contents }}',
              note: '{{user}}, {{model}}: {{$.generationConfig.topK}} of {{$.none}}{{count}}',
            },
          },
        ],
      },
    });
    const request = asked([user('Hi')], { generationConfig: { topK: 7 } });
    const taken = book.find(request)?.take().answer;
    assert.ok(typeof taken === 'object');
    assert.deepEqual(taken.calls?.[0]?.args, {
      limit: 7,
      all: [user('Hi')],
      note: 'Hi, gemini-3.8-flash: 7 of 1',
    });
  });
});
