import assert from 'node:assert/strict';
import { type JsonObject, type JsonValue, objectAt } from '../../../src/base/json';
import { readRules } from '../../../src/emulator/answers/read';
import { captureOf } from '../../../src/recordings/capture';
import type { Exchange } from '../../../src/recordings/exchange';
import { createRules } from '../../../src/recordings/host/makeRule';
import { toModelExchange } from '../../../src/recordings/host/modelExchange';
import { toRecordedRequest } from '../../../src/recordings/incoming';
import { PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
import { ask, control, useEmulator } from '../emulator/wire';

const FLASH = 'gemini-3.8-flash';
const MODEL = `/v1beta/models/${FLASH}`;
const PLACES = new PathPlaceholders({
  workingDirectory: '/home/ada/project',
  homeDirectory: '/home/ada',
});
const FORECAST = {
  name: 'forecast',
  parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } },
};
const ruleOf: (...given: Parameters<typeof createRules>) => JsonObject = (...given) =>
  createRules(...given).rules[0] ?? {};
const said = (text: string, more: JsonObject = {}): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...more,
});

/** An exchange of JSON, about the model. */
function exchangeOf(operation: string, asked: JsonObject, answered: JsonObject): Exchange {
  const [, method = ''] = operation.split('.');
  return {
    operation,
    request: {
      method: 'POST',
      path: `${MODEL}:${method}`,
      query: {},
      body: { kind: 'json', json: asked },
    },
    answer: { status: 200, headers: {}, body: { kind: 'json', json: answered } },
  };
}

const WHOLE = ['models.generateContent', `${MODEL}:generateContent`] as const;
const STREAM = ['models.streamGenerateContent', `${MODEL}:streamGenerateContent`] as const;
const INTERACTION = ['interactions.create', '/v1beta/interactions'] as const;
const CHAT = ['openai.chat.completions', '/v1beta/openai/chat/completions'] as const;

/** What is asked; the answers come from the rules below. */
const QUESTIONS: readonly (readonly [operation: string, target: string, body: JsonObject])[] = [
  [...WHOLE, said('Weather?')],
  [STREAM[0], `${STREAM[1]}?alt=sse`, said('Weather?')],
  [...STREAM, said('Braces?')],
  [...WHOLE, said('Call', { tools: [{ functionDeclarations: [FORECAST] }] })],
  [...WHOLE, said('Refuse')],
  [...WHOLE, said('Block')],
  [...INTERACTION, { model: FLASH, input: 'Weather?' }],
  [...INTERACTION, { model: FLASH, input: 'Weather?', stream: true }],
  [
    ...INTERACTION,
    {
      model: FLASH,
      input: 'Call',
      tools: [{ type: 'function', name: 'forecast', parameters: { type: 'object' } }],
    },
  ],
  [...CHAT, { model: FLASH, messages: [{ role: 'user', content: 'Weather?' }] }],
  [...CHAT, { model: FLASH, stream: true, messages: [{ role: 'user', content: 'Weather?' }] }],
];

const RULES: readonly JsonObject[] = [
  {
    when: { user: 'Weather?' },
    response: {
      pieces: [{ thought: 'Let me see.' }, { text: '12 °C and ' }, { text: 'dry: «ß»' }],
      usage: { prompt: 3, output: 7, thoughts: 2 },
      finish: 'MAX_TOKENS',
    },
  },
  {
    when: { user: 'Braces?' },
    response: { pieces: [{ text: 'Write {' }, { text: '{name}} there' }] },
  },
  { when: { user: 'Call' }, response: { calls: [{ name: 'forecast', args: { city: 'Oslo' } }] } },
  { when: { user: 'Refuse' }, response: { error: 'RESOURCE_EXHAUSTED', retryDelay: '2s' } },
  { when: { user: 'Block' }, response: { promptFeedback: { blockReason: 'SAFETY' } } },
];

/** What a client sees of an answer: what is said, called, counted and refused. */
function seen(exchange: Exchange): JsonValue {
  const { answer } = toModelExchange(exchange) ?? {};
  const { status, body } = exchange.answer;
  if (status >= 400) return [status, body.kind === 'json' ? body.json : null];
  const { candidates = [], usageMetadata = {}, promptFeedback = null } = answer ?? {};
  const text = JSON.stringify(
    [candidates, usageMetadata, promptFeedback],
    (name, value: JsonValue) => (name === 'id' || name === 'thoughtSignature' ? undefined : value),
  );
  return JSON.parse(text) as JsonValue;
}

describe('a rule that is made of a recording', () => {
  const emulator = useEmulator();
  let sessions = 0;

  /** Asks a session that has these rules alone, and takes down what is said. */
  async function recorded(
    rules: readonly JsonObject[],
    [operation, target, body]: (typeof QUESTIONS)[number],
  ): Promise<Exchange> {
    sessions += 1;
    const baseUrl = `${emulator().baseUrl}/s/rules-${sessions}`;
    const own = { ...emulator(), baseUrl };
    await control(own, 'POST', 'mocks', { mocks: [...rules, { response: 'fail' }], replace: true });
    const { status, headers, text } = await ask(own, target, { body });
    const addresses = { upstream: baseUrl, own: baseUrl, places: PLACES };
    const head = { status, headers };
    const capture = captureOf(head, addresses, () => 0, operation.includes('stream'));
    capture.push(Buffer.from(text));
    capture.rest();
    const answer = capture.answer();
    assert.ok(answer);
    const request = toRecordedRequest(
      { operation, method: 'POST', target, headers: {}, body: bytesOf(body), base: baseUrl },
      PLACES,
    );
    return { operation, request, answer };
  }

  for (const question of QUESTIONS) {
    const [operation, , body] = question;
    it(`answers the same in the same way: ${operation} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const before = await recorded(RULES, question);
      const text = JSON.stringify(seen(before));
      assert.match(text, /dry: «ß»|\{\{name\}\} there|Oslo|RetryInfo|SAFETY/);
      const rule = ruleOf(before);
      assert.deepEqual(seen(await recorded([rule], question)), seen(before), JSON.stringify(rule));
    });
  }

  it('answers wherever the program runs, and has no folder of this machine', () => {
    const answer = {
      candidates: [
        {
          content: {
            parts: [{ text: 'See {{cwd}}/a' }, { text: ' and {{home}}; {{=cwd}}' }],
          },
        },
      ],
    };
    const exchangeFor = (
      parts: readonly JsonObject[],
      operation = 'models.generateContent',
    ): Exchange =>
      exchangeOf(
        operation,
        { contents: [{ role: 'user', parts }] },
        operation === 'models.countTokens' ? { totalTokens: 2 } : answer,
      );
    const text = 'Read {{cwd}}/a, not {{=cwd}} of {{home}}.';
    assert.deepEqual(ruleOf(exchangeFor([{ text }])), {
      when: {
        operation: 'generate',
        model: FLASH,
        user: { contains: ['Read ', '/a, not {{cwd}} of ', '.'] },
      },
      response: {
        pieces: [{ text: 'See ./a' }, { text: ' and ~; {' }, { text: '{cwd}}' }],
      },
    });
    const { when } = ruleOf(exchangeFor([{ text: '{{cwd}}' }]));
    assert.deepEqual(when, { operation: 'generate', model: FLASH, user: { regex: '.' } });
    const counted = ruleOf(exchangeFor([{ text }, { text: '{{=home}}' }], 'models.countTokens'));
    assert.deepEqual(counted.when, {
      operation: 'models.countTokens',
      model: FLASH,
      body: {
        '$.contents[0].role': { equals: 'user' },
        '$.contents[0].parts[0].text': { contains: '/a, not {{cwd}} of ' },
        '$.contents[0].parts[1]': { equals: { text: '{{home}}' } },
      },
    });
    const args = { 'a.b': '{{cwd}}/x', "it's": '{{home}}/y', '': 'z' };
    const called = ruleOf(
      exchangeFor([{ functionCall: { name: 'read', args } }], 'models.countTokens'),
    );
    const { body = null } = objectAt(called, 'when');
    const at = '$.contents[0].parts[0].functionCall';
    assert.deepEqual(body, {
      '$.contents[0].role': { equals: 'user' },
      [`${at}.name`]: { equals: 'read' },
      [`${at}.args['a.b']`]: { contains: '/x' },
      [`${at}.args["it's"]`]: { contains: '/y' },
      [`${at}.args['']`]: { equals: 'z' },
    });
    const { problems } = readRules(JSON.stringify({ mocks: [called] }), {
      file: 'a.jsonc',
      folder: '/',
      faultProblem: () => undefined,
    });
    assert.deepEqual(problems, []);
  });

  it('is refused where a template would come out of what was said', () => {
    const call = { functionCall: { name: 'fill', args: { text: '{{user}}' } } };
    const answer = { candidates: [{ content: { parts: [call] } }] };
    const exchange = exchangeOf('models.generateContent', said('Fill'), answer);
    assert.throws(
      () => ruleOf(exchange),
      /The recorded response contains \{\{…\}\}, which mocks treat as a template\./,
    );
  });
});

const bytesOf = (body: JsonObject): Buffer => Buffer.from(JSON.stringify(body));
