import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/api/schema/row';
import { isObject, items, objectAt, textAt } from '../../../../src/base/json';
import { captureOf } from '../../../../src/recordings/capture';
import type { Exchange, RecordedFrame } from '../../../../src/recordings/exchange';
import { PathPlaceholders } from '../../../../src/recordings/pathPlaceholders';
import { liveTurns } from '../../../../src/recordings/host/liveConversation';
import { type ModelExchange, toModelExchange } from '../../../../src/recordings/host/modelExchange';
import { toRecordedRequest } from '../../../../src/recordings/incoming';
import type { FakeClock } from '../../../fakes/clock';
import { LiveClient, PATH, said, setupOf } from '../../live/liveClient';
import { asking, Batches, HOUR } from '../batches/batchRequests';
import { ask } from '../wire';
import { MODEL, type Scripted } from './scripted';

/** What a client reads of an answer, whatever the form of the wire. */
export interface Read {
  readonly text: string;
  readonly thought: string;
  readonly calls: readonly JsonValue[];
  /** Types of pictures, sounds and files. */
  readonly media: readonly string[];
  readonly sources: readonly string[];
  /** Why it did not end well. */
  readonly finish: string;
  readonly output?: number | undefined;
  /** The error in place of an answer, or behind what was said. */
  readonly error: string;
}

/** Asks in one form of the wire. */
export type Ask = (on: Scripted, clock: FakeClock, text: string) => Promise<Read>;

const FORECAST = { name: 'forecast', parametersJsonSchema: { type: 'object' } };
const TOOLS = { tools: [{ functionDeclarations: [FORECAST] }] };

/** Ends where nothing is wrong. */
const WELL = ['', 'STOP', 'completed', 'requires_action'];

function readOf(spoken: ModelExchange | undefined, error: string): Read {
  const { answer = {} } = spoken ?? {};
  const [candidate = {}] = items(answer.candidates).filter(isObject);
  const parts = items(objectAt(candidate, 'content').parts).filter(isObject);
  const texts = (isThought: boolean): string =>
    parts
      .filter(({ thought }) => (thought === true) === isThought)
      .map((part) => textAt(part, 'text'))
      .join('');
  const { groundingChunks } = objectAt(candidate, 'groundingMetadata');
  const usage = objectAt(answer, 'usageMetadata');
  const { candidatesTokenCount: output } = usage;
  const finish = textAt(candidate, 'finishReason');
  const blocked = textAt(objectAt(answer, 'promptFeedback'), 'blockReason');
  return {
    text: texts(false),
    thought: texts(true),
    calls: parts.flatMap(({ functionCall }) =>
      isObject(functionCall)
        ? [{ name: functionCall.name ?? '', args: functionCall.args ?? {} }]
        : [],
    ),
    media: parts.flatMap(({ inlineData }) =>
      isObject(inlineData) ? [typeOf(textAt(inlineData, 'mimeType'))] : [],
    ),
    sources: items(groundingChunks)
      .filter(isObject)
      .map((chunk) => textAt(objectAt(chunk, 'web'), 'uri')),
    finish: [blocked, finish, textAt(answer, 'status')].find((one) => !WELL.includes(one)) ?? '',
    output: typeof output === 'number' ? output : undefined,
    error,
  };
}

/** The service writes types in its own ways. */
const typeOf = (mimeType: string): string =>
  mimeType.toLowerCase().replace(/;(?:codec=pcm|channels=1)/, '');

const NOWHERE = new PathPlaceholders({ workingDirectory: '/', homeDirectory: '/' });

/** Asks over HTTP, and reads the answer as the recordings do. */
const http =
  (operation: string, path: string, body: (text: string) => JsonObject): Ask =>
  async (on, _clock, asked) => {
    const { emulator } = on;
    const sent = body(asked);
    const { status, headers, text } = await ask(emulator, path, { body: sent });
    const base = emulator.baseUrl;
    const capture = captureOf(
      { status, headers },
      { upstream: base, own: base, places: NOWHERE },
      () => 0,
      operation.includes('stream'),
    );
    capture.push(Buffer.from(text));
    capture.rest();
    const answer = capture.answer();
    assert.ok(answer);
    const request = toRecordedRequest(
      {
        operation,
        method: 'POST',
        target: path,
        headers: {},
        base,
        body: Buffer.from(JSON.stringify(sent)),
      },
      NOWHERE,
    );
    const exchange: Exchange = { operation, request, answer };
    return readOf(toModelExchange(exchange), errorIn(text));
  };

/** The error of an answer, or of an event in a stream, by its name. */
function errorIn(text: string): string {
  return (
    /"status":\s*"([A-Z_]+)"/.exec(text)?.[1] ??
    /"error":\s*\{[^{}]*"(?:code|type)":\s*"(\w+)/.exec(text)?.[1] ??
    ''
  );
}

const live =
  (setup: JsonObject): Ask =>
  async ({ emulator }, _clock, text) => {
    const { baseUrl, apiKey } = emulator;
    const client = new LiveClient(`${baseUrl.replace('http', 'ws')}${PATH}?key=${apiKey}`);
    await client.send(setup, said(text));
    let ended: Awaited<typeof client.ended> | undefined;
    try {
      await client.until(
        (message) =>
          message.toolCall !== undefined ||
          objectAt(message, 'serverContent').turnComplete === true,
      );
    } catch {
      ended = await client.ended;
    }
    await client.close();
    const frames = [
      ...[setup, said(text)].map((json) => ({ from: 'client' as const, json })),
      ...client.came.map((json) => ({ from: 'server' as const, json })),
    ].map(({ from, json }): RecordedFrame => ({ from, ms: 0, data: { json } }));
    const closed = { from: 'server', code: 1000, reason: '' } as const;
    const turn = liveTurns({ frames, closed }).at(-1);
    return readOf(turn, ended === undefined ? '' : `${ended.code} ${ended.reason}`);
  };

const batch: Ask = async (on, clock, text) => {
  const batches = new Batches(() => on.emulator);
  const { request } = asking(text);
  const { name } = await batches.inline([{ request: { ...(request as JsonObject), ...TOOLS } }]);
  clock.advance(HOUR);
  const [first] = (await batches.get(name)).response?.inlinedResponses?.inlinedResponses ?? [];
  const spoken: ModelExchange = {
    form: 'generate',
    model: MODEL,
    request: {},
    pieces: [],
    ...(first?.response && { answer: first.response as JsonObject }),
  };
  return readOf(spoken, first?.error ? String(first.error.code) : '');
};

const MODELS = `/v1beta/models/${MODEL}`;
const generate = (text: string): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...TOOLS,
});
const interaction =
  (more: JsonObject) =>
  (input: string): JsonObject => ({
    model: MODEL,
    input,
    ...more,
    tools: [{ type: 'function', name: 'forecast', parameters: { type: 'object' } }],
  });
const chat =
  (more: JsonObject) =>
  (content: string): JsonObject => ({
    model: MODEL,
    messages: [{ role: 'user', content }],
    ...more,
    tools: [{ type: 'function', function: { name: 'forecast', parameters: {} } }],
  });

/** The forms of the wire, and who asks in them. */
export const FORMS: { readonly [form: string]: Ask } = {
  generateContent: http('models.generateContent', `${MODELS}:generateContent`, generate),
  stream: http('models.streamGenerateContent', `${MODELS}:streamGenerateContent?alt=sse`, generate),
  'stream in an array': http(
    'models.streamGenerateContent',
    `${MODELS}:streamGenerateContent`,
    generate,
  ),
  interaction: http('interactions.create', '/v1beta/interactions', interaction({})),
  'interaction in events': http(
    'interactions.create',
    '/v1beta/interactions',
    interaction({ stream: true }),
  ),
  batch,
  chat: http('openai.chat.completions', '/v1beta/openai/chat/completions', chat({})),
  'chat in a stream': http(
    'openai.chat.completions',
    '/v1beta/openai/chat/completions',
    chat({ stream: true, stream_options: { include_usage: true } }),
  ),
  'Live in text': live(setupOf(TOOLS)),
  'Live in sound': live(
    setupOf({
      generationConfig: { responseModalities: ['AUDIO'] },
      outputAudioTranscription: {},
      ...TOOLS,
    }),
  ),
};
