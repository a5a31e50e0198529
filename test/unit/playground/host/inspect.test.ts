import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { chooseRows, NO_ACTIONS, openPanel } from '../../conversation/panelWorld';
import { type TestSession, World } from '../../conversation/world';

const CONFIG = { requests: { chat: { tools: [{ codeExecution: {} }], cachedContent: 'x' } } };
const SETTINGS = { systemInstruction: 'Be brief.', temperature: 0.5, ...CONFIG };

describe('requests and answers as JSON', () => {
  let world: World;
  let session: TestSession;
  /** Of the operations that don't stream. */
  let calls: { readonly id: string; readonly body: unknown }[];
  let answers: { [operation: string]: JsonObject };
  let shown: { readonly title: string; readonly text: string } | undefined;
  let copied: string | undefined;
  let opened: ResourceRef | undefined;

  beforeEach(() => {
    world = new World();
    calls = [];
    answers = {};
    shown = copied = opened = undefined;
    Object.assign(world.client, {
      call(id: string, { body }: { readonly body: unknown }) {
        calls.push({ id, body });
        return Promise.resolve(answers[id]);
      },
    });
  });

  function panel() {
    return openPanel(world, session, {
      actions: {
        ...NO_ACTIONS,
        showText: async (title, text) => {
          shown = { title, text };
        },
        copy: async (text) => {
          copied = text;
        },
        openResource: async (ref) => {
          opened = ref;
        },
      },
    });
  }

  async function choose(action: string, turn = session.answer.id): Promise<string> {
    await chooseRows(panel(), { list: 'turn', turn }, action);
    return shown?.text ?? '';
  }

  /** Where a text of JSON differs in anything but its white space, the order of its fields included. */
  function assertSame(text: string, sent: unknown): void {
    assert.equal(JSON.stringify(JSON.parse(text)), JSON.stringify(sent));
  }

  async function answered(text: string, finish = 'STOP'): Promise<void> {
    await settled(world.client.last.text(text).finish(finish));
  }

  it('show what was sent, byte for byte, for each answer of a conversation', async () => {
    session = await world.open({ settings: SETTINGS });
    await ask(session, 'First');
    await answered('One');
    await ask(session, 'Second');
    await answered('Two');
    const [first, second] = world.client.streams.map(({ input }) => input.body);
    assertSame(await choose('Show Request JSON'), second);
    assert.equal(shown?.title, 'v1beta/models/small:streamGenerateContent request.json');
    assertSame(await choose('Show Request JSON', session.state.turns[1]?.id), first);
  });

  it('show and keep no header that a server was sent', async () => {
    const transport = { url: 'https://s.test', headers: { 'X-Key': 'canary' } };
    const tools = [{ mcpServers: [{ name: 's', streamableHttpTransport: transport }] }];
    session = await world.open({ settings: { requests: { chat: { tools } } } });
    await ask(session, 'First');
    await answered('One');
    assert.deepEqual(world.client.last.input.body.tools, tools);
    const text = await choose('Show Request JSON');
    assert.ok(text.includes('"X-Key": "YOUR_X_KEY"') && !text.includes('canary'), text);
    assert.doesNotMatch(JSON.stringify(session.answer), /canary/);
  });

  it('show what was sent when an answer was asked for anew, and when it was refused', async () => {
    session = await world.open();
    await ask(session, 'First');
    await answered('One');
    await settled(session.regenerate());
    await answered('Another');
    assertSame(await choose('Show Request JSON'), world.client.last.input.body);
    await ask(session, 'Bad');
    await settled(world.client.last.piece({ promptFeedback: { blockReason: 'SAFETY' } }).end());
    assertSame(await choose('Show Request JSON'), world.client.last.input.body);
  });

  it('say so where the request was too large to be kept', async () => {
    session = await world.open({ settings: { systemInstruction: 'x'.repeat(70_000) } });
    await ask(session, 'First');
    await answered('One');
    session.setSettings({});
    assertSame(await choose('Show Request JSON'), {
      contents: [{ role: 'user', parts: [{ text: 'First' }] }],
    });
    assert.match(shown?.title ?? '', /request, current settings\.json$/);
  });

  it('show what asked for the rest of an answer, whatever that added and the settings are', async () => {
    session = await world.open({ settings: SETTINGS });
    await ask(session, 'First');
    const thought = { text: 'Hm', thought: true, thoughtSignature: 'c2ln' };
    world.client.last.parts([thought, { text: 'One, ' }]);
    await answered('two', 'MAX_TOKENS');
    session.setSettings({ ...SETTINGS, temperature: 1 });
    for (const rest of [', three', ', four']) {
      await settled(session.continueResponse());
      world.client.last.text('Hm', true);
      await answered(rest, 'MAX_TOKENS');
      session.setSettings({ systemInstruction: 'Other' });
      assertSame(await choose('Show Request JSON'), world.client.last.input.body);
    }
    assert.match(shown?.text ?? '', /Your answer was cut off/);
    assert.deepEqual(world.saved(session.state.conversation).turns[1], session.answer);
  });

  const legacy: readonly (readonly [
    Conversation['mode'] & string,
    string,
    JsonObject,
    JsonObject,
  ])[] = [
    [
      'text',
      'models.generateText',
      { candidates: [{ output: 'Done', safetyRatings: [] }] },
      { text: { safetySettings: [], candidateCount: 1 } },
    ],
    [
      'message',
      'models.generateMessage',
      { candidates: [{ author: '1', content: 'Done' }], messages: [] },
      { message: { prompt: { context: 'Short' } } },
    ],
    [
      'answer',
      'models.generateAnswer',
      {
        answer: { content: { role: 'model', parts: [{ text: 'Done' }] }, finishReason: 'STOP' },
        answerableProbability: 0.5,
      },
      {
        answer: {
          answerStyle: 'VERBOSE',
          inlinePassages: { passages: [{ id: 'p1', content: { parts: [{ text: 'So.' }] } }] },
        },
      },
    ],
    ['embed', 'models.embedContent', { embedding: { values: [1, 0.5] } }, {}],
  ];
  for (const [mode, operation, answer, requests] of legacy) {
    it(`show request and answer of ${operation}`, async () => {
      session = await world.open({ settings: { temperature: 0.5, requests } });
      session.change((head) => ({ ...head, mode }));
      answers[operation] = answer;
      await settled(ask(session, 'Do it'));
      assert.equal(calls.at(-1)?.id, operation);
      assertSame(await choose('Show Request JSON'), calls.at(-1)?.body);
      assert.match(shown?.title ?? '', new RegExp(`:${operation.slice(7)} request\\.json$`));
      assert.deepEqual(JSON.parse(await choose('Show Response JSON')), answer);
    });
  }

  it('show the whole answer with all of its candidates, and what nobody knows', async () => {
    session = await world.open();
    await ask(session);
    const content = (text: string) => ({ role: 'model', parts: [{ text }] });
    const whole = {
      candidates: [
        { content: content('One'), finishReason: 'STOP', index: 0, future: { a: 1 } },
        { content: content('Two'), finishReason: 'STOP', index: 1 },
      ],
      modelVersion: 'small-001',
    };
    await settled(world.client.last.piece(whole).end());
    assert.deepEqual(JSON.parse(await choose('Show Response JSON')), whole);
    assert.equal(shown?.title, 'v1beta/models/small response.json');
    await choose('Copy Response JSON');
    assert.equal(copied, shown.text);
    const texts: string[] = [];
    const showText = async (_title: string, text: string): Promise<void> => {
      texts.push(text);
    };
    const page = openPanel(world, session, { actions: { ...NO_ACTIONS, showText } });
    await page.call('showAnswerJson', { turn: session.answer.id });
    assert.deepEqual(texts, [copied]);
  });

  it('open the chunk that an answer names, and nothing else', async () => {
    session = await world.open();
    const name = 'corpora/a/documents/b/chunks/c';
    await panel().call('openChunk', { name });
    assert.deepEqual(opened, { connection: 'remote01', version: 'v1beta', kind: 'chunk', name });
    await assert.rejects(panel().call('openChunk', { name: 'models/a' }), /can’t be opened/);
  });
});
