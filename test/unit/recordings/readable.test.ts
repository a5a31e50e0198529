import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import { readRules } from '../../../src/emulator/answers/read';
import type { Exchange, RecordedEvent } from '../../../src/recordings/exchange';
import { answersText } from '../../../src/recordings/host/answersText';
import { exchangeText } from '../../../src/recordings/host/exchangeText';
import { framesText } from '../../../src/recordings/host/framesText';
const MODEL = '/v1beta/models/gemini-x';

/** What a model is asked, and its answer in one piece. */
function exchange(request: JsonObject, response: JsonValue, status = 200): Exchange {
  return {
    operation: 'models.generateContent',
    request: {
      method: 'POST',
      path: `${MODEL}:generateContent`,
      query: {},
      body: { kind: 'json', json: request },
    },
    answer: { status, headers: {}, body: { kind: 'json', json: response } },
  };
}

const shown = (one: Exchange, ignored: readonly string[] = []): string =>
  exchangeText(one, { ignored });

describe('the readable view of a recording', () => {
  it('has turns, settings that are set, and the answer with its end and its counts', () => {
    const request = {
      system_instruction: { parts: [{ text: 'Be short.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Weather?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'forecast', args: { city: 'Oslo' } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'forecast', response: { sky: 'grey' } } }],
        },
      ],
      generation_config: { temperature: 0, max_output_tokens: 9 },
      tools: [{ functionDeclarations: [{ name: 'forecast' }] }, { googleSearch: {} }],
    };
    const response = {
      candidates: [
        {
          content: { parts: [{ text: 'Hm.', thought: true }, { text: 'Grey.' }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 },
    };
    const text = shown(exchange(request, response), ['dates and times']);
    assert.match(text, /- Finish reason: STOP\n- Tokens: 5 in, 2 out\n/);
    assert.match(text, /### 2\. Model\n\nCalls forecast:\n\n```json\n\{\n {2}"city": "Oslo"\n/);
    assert.match(text, /### 3\. User\n\nResult of forecast:\n/);
    assert.match(
      text,
      /- generationConfig\.temperature: 0\n- generationConfig\.maxOutputTokens: 9\n/,
    );
    assert.match(text, /Thoughts:\n\n```text\nHm\.\n```\n\n```text\nGrey\.\n```/);
    assert.match(text, /## Ignored when matching requests\n\n- dates and times\n/);
  });

  it('puts the texts of a stream together, and has the time of each event', () => {
    const piece = (ms: number, text: string): RecordedEvent => ({
      ms,
      data: { json: { candidates: [{ content: { parts: [{ text }] } }] } },
    });
    const events = [piece(12, 'Oslo is '), piece(1340, 'grey.')];
    const whole = exchange({ contents: [{ parts: [{ text: 'Hi' }] }] }, {});
    const text = shown({
      ...whole,
      answer: {
        status: 200,
        headers: {},
        body: { kind: 'none' },
        stream: { kind: 'sse', newline: '\n', events },
      },
    });
    assert.ok(text.includes('- Stream: 2 events in 1.34 s\n'), text);
    assert.ok(text.includes('```text\nOslo is grey.\n```'));
    assert.ok(text.includes('```text\n  +12 ms  "Oslo is "\n+1340 ms  "grey."\n```'));
  });

  it('shows an error, and what is asked of an operation without a model, as it is', () => {
    const error = { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } };
    const refused = shown(exchange({ contents: [] }, error, 429));
    assert.ok(refused.includes('- Status: 429 Too Many Requests'));
    assert.ok(refused.includes('"message": "Slow down."'));
    const plain = shown({ ...exchange({ displayName: 'Kites' }, {}), operation: 'corpora.create' });
    assert.ok(plain.includes('"displayName": "Kites"'));
  });

  it('makes no markup of what is recorded', () => {
    const evil = '```\n# Run [me](command:x) <img src=x>\u202e';
    const contents = [{ role: '[x](command:y)', parts: [{ text: evil }] }];
    const text = shown(exchange({ contents, [`<b>${evil}`]: evil }, {}));
    assert.ok(
      text.includes(`\`\`\`\`text\n\`\`\`\n# Run [me](command:x) <img src=x>\\u202e\n\`\`\`\``),
    );
    const outside = text.replace(/^(`{3,})\w*\n[^]*?\n\1$/gm, '');
    assert.doesNotMatch(outside, /(?<!\\)[[<]|\u202e/);
  });

  it('has the frames of a live session with who has sent them, and what was said', () => {
    const text = framesText({
      frames: [
        { from: 'client', ms: 0, data: { json: { setup: { model: 'models/live-x' } } } },
        { from: 'server', ms: 3, data: { json: { setupComplete: {} } } },
        {
          from: 'client',
          ms: 9,
          data: { json: { clientContent: { turns: [{ parts: [{ text: 'Hi' }] }] } } },
        },
        {
          from: 'server',
          ms: 21,
          data: { json: { serverContent: { modelTurn: { parts: [{ text: 'Hello' }] } } } },
        },
      ],
      closed: { from: 'client', code: 1000, reason: '' },
    });
    assert.ok(text.includes('- Model: live-x'));
    assert.ok(text.includes('- Messages: 2 sent, 2 received, in 21 ms'), text);
    assert.ok(
      text.includes('## Request\n\n```text\nHi\n```\n\n## Responses\n\n```text\nHello\n```'),
    );
    assert.ok(
      text.includes(' +9 ms  → clientContent: "Hi"\n+21 ms  ← serverContent: "Hello"'),
      text,
    );
  });
});

describe('the text of a session that was held again', () => {
  const talk = { frames: [], closed: { from: 'client', code: 1000, reason: '' } } as const;

  it('has what differs as plain text, as far as anybody reads', () => {
    const differences = ['Message 1: now [me](command:x) <img src=x>\u202e'];
    const told = { title: 'Replay of live.x', notes: ['Something else.'], differences };
    const text = framesText(talk, told);
    assert.match(
      text,
      /^# Replay of live\.x\n\nSomething else\.\n\n- Messages[^]*## Differences\n\n- Message 1/,
    );
    assert.doesNotMatch(text, /(?<!\\)[[<]|\u202e/);
    const many = Array.from({ length: 52 }, (_unused, at) => `Message ${at}`);
    const long = framesText(talk, { differences: many });
    assert.match(long, /- Message 49\n- … and 2 more\n/);
    assert.doesNotMatch(framesText(talk), /Differences/);
  });
});

describe('the readable view of scripted answers', () => {
  const read = (text: string): string =>
    answersText(
      'my.mocks.jsonc',
      readRules(text, { file: 'my.mocks.jsonc', folder: '.', faultProblem: () => undefined }),
    );

  it('has the rules with their conditions, what they answer, and how often', () => {
    const text = read(`{ "mocks": [
      { "name": "rain", "when": { "user": { "contains": "rain" }, "tools": ["forecast"] },
        "responses": [{ "text": "Wet." }, { "pieces": [{ "text": "Still " }, { "text": "wet." }] }], "then": "cycle" },
      { "response": "generate" }
    ] }`);
    assert.match(text, /## 1\. rain\n\n- user: contains "rain"\n- tools: forecast\n/);
    assert.match(text, /Response 2:\n\n```text\nStill wet\.\n```\n/);
    assert.match(text, /## 2\. Mock on line 4\n\nMatches every model request\./);
  });

  it('names the line of what is wrong', () => {
    const text = read('{\n  "mocks": [\n    { "answr": "generate" }\n  ]\n}');
    assert.match(text, /- Line 3, column 7: Unknown field “answr”/);
  });
});
