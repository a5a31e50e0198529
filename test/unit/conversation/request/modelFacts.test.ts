import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { requestBody } from '../../../../src/conversation/request/requestBody';
import { settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { REMOTE, SMALL } from '../fakeServices';
import { openPanel } from '../panelWorld';
import { type TestSession, World } from '../world';

const refusal = (message: string): Error =>
  decodeErrorBody(
    400,
    JSON.stringify({ error: { code: 400, status: 'INVALID_ARGUMENT', message } }),
  );

describe('what a model does not take', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('is known from its row, is not sent, and is said before anything is sent', async () => {
    const settings = { topK: 3, includeThoughts: true, temperature: 0.5 };
    const session = await world.open({ settings });
    assert.equal(session.state.notice?.message, 'Not supported by this model: thinking, top-k.');
    assert.deepEqual(session.state.refused, [
      'generationConfig.thinkingConfig',
      'generationConfig.topK',
    ]);
    await ask(session);
    assert.deepEqual(world.client.last.input.body.generationConfig, { temperature: 0.5 });
  });

  it('is sent to a model that nobody has described: the service knows better', async () => {
    const session = await world.open({ settings: { topK: 3 }, model: 'models/hidden' });
    await ask(session);
    assert.deepEqual(world.client.last.input.body.generationConfig, { topK: 3 });
  });

  const config = { temperature: 0.5 };
  const declared = { functionDeclarations: [{ name: 'f' }] };
  for (const [message, words, chat, sent] of [
    [
      'Multiple candidates is not enabled for this model',
      'more than one candidate',
      { generationConfig: { candidateCount: 2 } },
      { generationConfig: config },
    ],
    [
      'JSON mode is not enabled for models/small',
      'response format or schema',
      { generationConfig: { responseSchema: { type: 'OBJECT' } } },
      { generationConfig: config },
    ],
    [
      'Function calling is not enabled for models/small',
      'functions and tools',
      { tools: [declared], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      { generationConfig: config },
    ],
  ] as const) {
    it(`is learned where the service says it, and left out by a button: ${words}`, async () => {
      const session = await world.open({ settings: { temperature: 0.5, requests: { chat } } });
      await ask(session);
      await settled(world.client.last.fail(refusal(message)));
      const { failure } = session.answer.outcome ?? {};
      assert.equal(failure?.message, message);
      assert.equal(failure.hint, `These settings are no longer sent to this model: ${words}.`);
      assert.deepEqual(failure.fixes, ['retryWithout', 'chooseModel']);
      assert.equal(session.shown.notice?.message, `Not supported by this model: ${words}.`);

      const turn = session.answer.id;
      await settled(openPanel(world, session).call('fix', { turn, fix: 'retryWithout' }));
      const { contents, ...body } = world.client.last.input.body;
      assert.equal(contents.length, 1);
      assert.deepEqual(body, sent);
      const other = await world.open({ settings: { requests: { chat } } });
      assert.match(other.state.notice?.message ?? '', new RegExp(words));
    });
  }
});

describe('a schema of the answer', () => {
  const formatOf = (config: object): unknown => {
    const settings = { requests: { chat: { generationConfig: { ...config } } } };
    const { input } = requestBody({ model: 'models/x', settings, turns: [] }, 'v1beta');
    return input.body.generationConfig?.responseMimeType;
  };
  const schema = { type: 'OBJECT' };

  it('makes it JSON, unless it is one of a list', () => {
    assert.equal(formatOf({ responseSchema: schema }), 'application/json');
    assert.equal(formatOf({ responseJsonSchema: schema }), 'application/json');
    const plain = { responseSchema: schema, responseMimeType: 'text/plain' };
    assert.equal(formatOf(plain), 'application/json');
    const listed = { responseSchema: schema, responseMimeType: 'text/x.enum' };
    assert.equal(formatOf(listed), 'text/x.enum');
    assert.equal(formatOf({ seed: 7 }), undefined);
  });

  it('is sent as JSON Schema with its own format, and no other', () => {
    const generationConfig = {
      responseFormat: { text: { schema: { type: 'object' } } },
      responseMimeType: 'text/x.enum',
    };
    const settings = { requests: { chat: { generationConfig } } };
    const { input } = requestBody({ model: 'models/x', settings, turns: [] }, 'v1beta');
    assert.deepEqual(input.body.generationConfig, {
      responseFormat: { text: { schema: { type: 'object' }, mimeType: 'APPLICATION_JSON' } },
    });
  });
});

const MODEL = 'tunedModels/haikus';
const ANSWER = {
  candidates: [
    { content: { role: 'model', parts: [{ text: 'Rain on the roof' }] }, finishReason: 'STOP' },
  ],
};

describe('a playground with a tuned model', () => {
  let world: World;
  let session: TestSession;
  let calls: { readonly id: string; readonly input: unknown }[];
  let answer: () => Promise<unknown>;

  beforeEach(async () => {
    world = new World();
    calls = [];
    answer = () => Promise.resolve(ANSWER);
    Object.assign(world.client, {
      call(id: string, input: unknown) {
        calls.push({ id, input });
        return answer();
      },
    });
    const settings = { systemInstruction: 'Be brief.', temperature: 0.5 };
    session = await world.open({ model: MODEL, settings });
  });

  it('shows its answer in one piece: it can not be streamed', async () => {
    await settled(ask(session, 'On rain'));
    assert.equal(session.text, 'Rain on the roof');
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.equal(world.client.streams.length, 0);
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['tunedModels.generateContent'],
    );
  });

  it('sends no system instruction, and says so before anything is sent', async () => {
    assert.deepEqual(
      session.state.notice?.message,
      'Not supported by this tuned model: system instruction.',
    );
    await settled(ask(session, 'On rain'));
    assert.deepEqual(calls[0]?.input, {
      model: MODEL,
      body: {
        contents: [{ role: 'user', parts: [{ text: 'On rain' }] }],
        generationConfig: { temperature: 0.5 },
      },
    });
  });
});

describe('a model that the service has no more', () => {
  const CAN = { supportedGenerationMethods: ['generateContent'] };
  const GONE = { ...CAN, name: 'models/gemini-2.0-flash', displayName: 'Gemini 2.0 Flash' };
  const NEXT = { ...CAN, name: 'models/gemini-3.8-flash', displayName: 'Gemini 3.8 Flash' };
  let world: World;

  beforeEach(() => {
    world = new World();
    world.clock.advance(Date.parse('2026-11-22') - world.clock.now());
    world.store.pages[REMOTE.id] = [[GONE, SMALL, NEXT]];
  });

  it('is told before anything is sent, with what takes its place one click away', async () => {
    world.store.pages[REMOTE.id] = [[SMALL, NEXT]];
    const session = await world.open({ model: GONE.name });
    const { notice } = session.state;
    assert.equal(notice?.message, 'gemini-2.0-flash was shut down on 2026-06-01.');
    assert.match(notice.hint ?? '', /^Use gemini-3\.6-flash instead\./);
    assert.deepEqual(notice.fixes, ['useSuccessor', 'chooseModel']);
    await settled(openPanel(world, session).call('fix', { turn: '', fix: 'useSuccessor' }));
    assert.notEqual(session.state.model?.name, GONE.name);
    assert.equal(session.state.notice, undefined);
  });
});
