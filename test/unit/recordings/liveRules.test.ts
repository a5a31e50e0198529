import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { Exchange, RecordedFrame, RecordedSession } from '../../../src/recordings/exchange';
import { liveTurns } from '../../../src/recordings/host/liveConversation';
import { createRules } from '../../../src/recordings/host/makeRule';
import { control } from '../emulator/wire';
import { type LiveClient, said, setupOf, useLive } from '../live/liveClient';

const MODEL = 'gemini-3.8-live';
const FORECAST = { functionDeclarations: [{ name: 'forecast', behavior: 'BLOCKING' }] };
const WELL = { from: 'client', code: 1000, reason: '' } as const;

/** A session of these messages, those of the program as pairs with a mark. */
function talkOf(
  messages: readonly (readonly ['→' | '←', JsonObject])[],
  closed: RecordedSession['closed'] = WELL,
): RecordedSession {
  const frames = messages.map(([arrow, json], ms): RecordedFrame => {
    const from = arrow === '→' ? 'client' : 'server';
    return { from, ms, data: { json } };
  });
  return { frames, closed };
}

function exchangeOf(talk: RecordedSession): Exchange {
  const path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
  return {
    operation: 'live.bidiGenerateContent',
    request: { method: 'GET', path, query: {}, body: { kind: 'none' } },
    answer: { status: 101, headers: {}, body: { kind: 'none' } },
    talk,
  };
}

const turn = (...parts: readonly JsonObject[]): JsonObject => ({
  serverContent: { modelTurn: { role: 'model', parts } },
});
const END: JsonObject = { serverContent: { turnComplete: true } };
const SOUND = { inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AAAA' } };

describe('rules that are made of a recorded live session', () => {
  const live = useLive();

  /** Talks to rules alone, and takes down both sides. */
  async function talked(
    rules: readonly JsonObject[],
    talk: (client: LiveClient) => Promise<void>,
  ): Promise<RecordedSession> {
    await control(live.emulator(), 'POST', 'mocks', {
      mocks: [...rules, { response: 'fail' }],
      replace: true,
    });
    const sent: (readonly ['→' | '←', JsonObject])[] = [];
    const client = await live.talk(setupOf({ tools: [FORECAST] }));
    sent.push(['→', setupOf({ tools: [FORECAST] })], ['←', { setupComplete: {} }]);
    const send = client.send.bind(client);
    client.send = async (...messages) => {
      for (const one of messages) sent.push(['→', one as JsonObject]);
      await send(...messages);
    };
    const next = client.next.bind(client);
    client.next = async () => {
      const message = await next();
      sent.push(['←', message]);
      return message;
    };
    await talk(client);
    await client.close();
    return talkOf(sent);
  }

  async function conversation(client: LiveClient): Promise<void> {
    await client.send(said('The weather?'));
    const called = await client.until(({ toolCall }) => toolCall !== undefined);
    const { functionCalls = [] } = (called.at(-1)?.toolCall ?? {}) as {
      functionCalls?: JsonObject[];
    };
    const { id = '', name = '' } = functionCalls[0] ?? {};
    const functionResponses = [{ id, name, response: { output: 'rain' } }];
    await client.send({ toolResponse: { functionResponses } });
    await client.turn();
    await client.send({ realtimeInput: { text: 'And tomorrow?' } });
    await client.turn();
  }

  const RULES: readonly JsonObject[] = [
    { when: { result: 'forecast' }, response: { text: 'Take a coat.' } },
    {
      when: { user: 'The weather?' },
      response: {
        pieces: [{ thought: 'Hm.' }, { call: { name: 'forecast', args: { city: 'Oslo' } } }],
      },
    },
    { when: { user: 'And tomorrow?' }, response: { text: 'It is ', finish: 'SAFETY' } },
  ];

  it('say the same in the same conversation: texts, calls and what follows their results', async () => {
    const before = await talked(RULES, conversation);
    const { rules, leftOut } = createRules(exchangeOf(before));
    assert.deepEqual([rules.length, leftOut], [3, 0]);
    const again = await talked(rules, conversation);
    const read = (talk: RecordedSession): readonly unknown[] =>
      liveTurns(talk).map(({ answer }) => answer);
    assert.deepEqual(read(again), read(before));
  });

  it('have the words of the user, the result of a function and the turn as their conditions', () => {
    const functionCall = { id: 'c1', name: 'forecast', args: { city: 'Oslo' } };
    const talk = talkOf([
      ['→', setupOf({ tools: [FORECAST] })],
      ['←', { setupComplete: {} }],
      ['→', { client_content: { turns: [{ parts: [{ text: 'Rain?' }] }], turn_complete: true } }],
      ['←', { toolCall: { functionCalls: [functionCall] } }],
      [
        '→',
        {
          toolResponse: {
            functionResponses: [{ id: 'c1', name: 'forecast', response: { output: 'dry' } }],
          },
        },
      ],
      ['←', turn({ text: 'It ' })],
      ['←', turn({ text: 'is dry.' })],
      ['←', { ...END, usageMetadata: { promptTokenCount: 4, responseTokenCount: 3 } }],
    ]);
    assert.deepEqual(createRules(exchangeOf(talk)).rules, [
      {
        when: { operation: 'generate', model: MODEL, user: 'Rain?', hasResult: false },
        response: { pieces: [{ call: functionCall }] },
      },
      {
        when: {
          operation: 'generate',
          model: MODEL,
          user: 'Rain?',
          result: 'forecast',
          resultText: 'dry',
          turn: 2,
        },
        response: {
          pieces: [{ text: 'It ' }, { text: 'is dry.' }],
          usage: { prompt: 4, output: 3 },
        },
      },
    ]);
  });

  it('take what was spoken by its transcription, and leave out what has none', () => {
    const transcription = { serverContent: { outputTranscription: { text: 'Good day.' } } };
    const talk = talkOf([
      ['→', setupOf()],
      ['→', said('Hello')],
      ...(['←', '←'] as const).map((arrow) => [arrow, turn(SOUND)] as const),
      ['←', transcription],
      ['←', END],
      ['→', said('Again')],
      ['←', turn(SOUND)],
      ['←', END],
      ['→', { realtimeInput: { audio: { mimeType: 'audio/pcm', data: 'AAAA' } } }],
      ['←', turn({ text: 'I hear you.' })],
      ['←', END],
    ]);
    const { rules, leftOut } = createRules(exchangeOf(talk));
    assert.deepEqual(rules, [
      {
        when: { operation: 'generate', model: MODEL, user: 'Hello' },
        response: { text: 'Good day.' },
      },
    ]);
    assert.equal(leftOut, 2);
    const spoken = talkOf(
      talk.frames.flatMap(({ data }, at) =>
        'json' in data && at > 8 ? [[at === 9 ? '→' : '←', data.json as JsonObject] as const] : [],
      ),
    );
    assert.throws(
      () => createRules(exchangeOf(spoken)),
      /Can’t create a mock: the session has no typed message with a/,
    );
    assert.throws(
      () => createRules(exchangeOf(talkOf([['→', setupOf()]]))),
      /Can’t create a mock: the session has no response\./,
    );
  });
});
