import assert from 'node:assert/strict';
import type { Conversation } from '../../../../../src/conversation/model/conversation';
import {
  importConversation,
  type ImportedConversation,
  importedConversation,
  reportLeftOut,
} from '../../../../../src/playground/host/history/sharedFiles';
import { CancelledError } from '../../../../../src/base/errors';
import { FakeClock } from '../../../../fakes/clock';
import { FakeLocalFiles } from '../../../../fakes/localFiles';
import { FakePrompts } from '../../../../fakes/prompts';
import { conversation, model, user } from '../../../conversation/samples';

const NOW = Date.parse('2026-02-01T00:00:00.000Z');

function imported(value: unknown): Conversation {
  return fromFile(value).conversation;
}

function fromFile(value: unknown): ImportedConversation {
  const source = typeof value === 'string' ? value : JSON.stringify(value);
  const beginning = { connection: 'emulator', model: 'models/usual', settings: { topK: 7 } };
  return importedConversation(source, { beginning, now: NOW, name: 'From elsewhere' });
}

const STUDIO = { temperature: 9, topP: 0.5, maxOutputTokens: 0 };
const OPEN_AI = { temperature: 9, top_p: 0.5, max_tokens: 0 };

/** Roles and parts of the turns. */
function said({ turns }: Conversation): readonly (readonly [string, unknown])[] {
  return turns.map(({ role, content }) => [role, content.parts] as const);
}

describe('importing a conversation', () => {
  it('asks what its settings may reach, and leaves out the rest', async () => {
    const tools = [{ googleSearch: {} }, { codeExecution: {} }];
    const interaction = { agent: 'deep-research', webhook_config: { uris: ['https://hook.test'] } };
    const settings = { temperature: 0.5, requests: { chat: { tools }, interaction } };
    const own = conversation({ settings, turns: [user('Hi')] });
    const localFiles = new FakeLocalFiles();
    const prompts = new FakePrompts();
    const parts = {
      localFiles,
      prompts,
      clock: new FakeClock(),
      lastFolder: { load: async () => undefined, save: async () => undefined },
    };
    const begin = async () => ({ connection: 'emulator', model: 'models/usual', settings: {} });
    const file = { name: 'a.json', text: JSON.stringify(own) };
    localFiles.sources.push(file, file);
    prompts.answer('Google Search\ndeep-research');
    const made = await importConversation(parts as never, begin);
    assert.deepEqual(prompts.asked[0]?.choices, [
      'Google Search',
      'Code execution',
      'deep-research',
      'https://hook.test',
    ]);
    assert.ok(made && 'conversation' in made);
    assert.deepEqual(made.conversation.settings, {
      temperature: 0.5,
      requests: {
        chat: { tools: [{ googleSearch: {} }] },
        interaction: { agent: 'deep-research' },
      },
    });
    prompts.answer(undefined);
    await assert.rejects(importConversation(parts as never, begin), CancelledError);
  });

  it('takes our own as a new one, with everything in it', () => {
    const own = conversation({
      settings: { temperature: 0.5, requests: { chat: { extra: { kept: 1 } } } },
      turns: [user('Hi'), model([{ text: 'Hello', thoughtSignature: 'sig' }])],
    });
    const made = imported(`\ufeff${JSON.stringify(own)}`);
    assert.notEqual(made.id, own.id);
    assert.match(made.id, /^[a-z0-9]{16}$/);
    assert.deepEqual([made.title, made.revision], ['Kites', 0]);
    assert.equal(made.createTime, own.createTime);
    assert.equal(made.updateTime, '2026-02-01T00:00:00.000Z');
    assert.deepEqual(made.settings, own.settings);
    assert.deepEqual(said(made), said(own));
    assert.ok(made.turns.every(({ id }) => id.length === 16));
  });

  it('takes the branches along, each at its place', () => {
    const turns = [user('Hi', 'u1'), model([{ text: 'Hello' }]), user('Why?', 'u2')];
    const branches = [{ after: 'm1', turns: [user('How?', 'u3')] }];
    const made = imported(conversation({ turns, branches, branchOrder: ['u2', 'u3'] }));
    const [branch] = made.branches ?? [];
    assert.equal(branch?.after, made.turns[1]?.id);
    assert.deepEqual(branch?.turns[0]?.content, user('How?').content);
    assert.deepEqual(made.branchOrder, [made.turns[2]?.id, branch?.turns[0]?.id]);
  });

  it('takes what was typed in AI Studio and not sent yet', () => {
    const pendingInputs = [{ text: 'And why?', role: 'user' }];
    const chunks = [{ text: 'Hi', role: 'user' }];
    const made = fromFile({ chunkedPrompt: { chunks, pendingInputs } });
    assert.equal(made.draft, 'And why?');
    assert.equal(made.conversation.turns.length, 1);
    const alone = fromFile({ chunkedPrompt: { chunks: [], pendingInputs } });
    assert.deepEqual([alone.draft, alone.conversation.turns], ['And why?', []]);
    const blank = fromFile({ chunkedPrompt: { chunks, pendingInputs: [{ text: '' }] } });
    assert.equal(blank.draft, undefined);
  });

  it('takes messages of OpenAI, with calls of functions and their results', () => {
    const call = (id: string, name: string, args: string): object => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    const made = imported({
      model: 'gpt-x',
      temperature: 0.3,
      max_tokens: 99,
      tools: [{ type: 'function', function: { name: 'wind', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: [{ type: 'text', text: 'In English.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('c1', 'wind', '{"at":"sea"}'), call('c2', 'tide', 'high')],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"knots":9}' },
        { role: 'tool', tool_call_id: 'c2', content: 'low' },
        { role: 'assistant', content: 'Go.' },
      ],
    });
    assert.deepEqual(made.settings, {
      systemInstruction: 'Be brief.\n\nIn English.',
      temperature: 0.3,
      maxOutputTokens: 99,
      requests: {
        chat: {
          tools: [
            {
              functionDeclarations: [
                { name: 'wind', description: '', parametersJsonSchema: { type: 'object' } },
              ],
            },
          ],
        },
      },
    });
    assert.deepEqual(said(made), [
      [
        'user',
        [
          { text: 'Look' },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { text: 'https://example.com/a.png' },
        ],
      ],
      [
        'model',
        [
          { functionCall: { name: 'wind', args: { at: 'sea' }, id: 'c1' } },
          { functionCall: { name: 'tide', args: { arguments: 'high' }, id: 'c2' } },
        ],
      ],
      [
        'user',
        [
          { functionResponse: { name: 'wind', response: { knots: 9 }, id: 'c1' } },
          { functionResponse: { name: 'tide', response: { result: 'low' }, id: 'c2' } },
        ],
      ],
      ['model', [{ text: 'Go.' }]],
    ]);
    assert.deepEqual([made.title, made.model], ['From elsewhere', 'models/usual']);
    assert.equal(made.turns[3]?.role === 'model' && made.turns[3].outcome?.verdict, 'complete');
  });

  it('takes a prompt of AI Studio', () => {
    const made = imported({
      runSettings: {
        model: 'models/gemini-pro',
        temperature: 1,
        topP: 0.95,
        maxOutputTokens: 8192,
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
        responseMimeType: 'text/plain',
      },
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      chunkedPrompt: {
        chunks: [
          { inlineImage: { mimeType: 'image/png', data: 'AAAA' }, role: 'user' },
          { driveDocument: { id: 'd1' }, role: 'user', tokenCount: 3 },
          { text: 'What is it?', role: 'user' },
          { text: 'Hm', role: 'model', isThought: true },
          { text: 'A kite.', role: 'model', finishReason: 'STOP' },
        ],
        pendingInputs: [{ text: '', role: 'user' }],
      },
    });
    assert.deepEqual(said(made), [
      [
        'user',
        [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { text: '[driveDocument d1]' },
          { text: 'What is it?' },
        ],
      ],
      ['model', [{ text: 'Hm', thought: true }, { text: 'A kite.' }]],
    ]);
    assert.deepEqual(made.settings, {
      systemInstruction: 'Be kind.',
      temperature: 1,
      topP: 0.95,
      maxOutputTokens: 8192,
      requests: {
        chat: { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }] },
      },
    });
    assert.equal(made.model, 'models/gemini-pro');
  });

  for (const [from, file] of [
    [
      'AI Studio',
      { runSettings: STUDIO, chunkedPrompt: { chunks: [{ text: 'Hi', role: 'user' }] } },
    ],
    ['OpenAI', { ...OPEN_AI, messages: [{ role: 'user', content: 'Hi' }] }],
  ] as const) {
    it(`leaves out settings of ${from} that the playground does not take, and says which`, () => {
      const made = fromFile(file);
      assert.deepEqual(said(made.conversation), [['user', [{ text: 'Hi' }]]]);
      assert.deepEqual(made.conversation.settings, { topP: 0.5 });
      assert.deepEqual(made.leftOut, ['temperature = 9', 'maxOutputTokens = 0']);
      const prompts = new FakePrompts();
      reportLeftOut(made, { prompts });
      assert.deepEqual(
        prompts.asked.map(({ text }) => text),
        ['Imported without unsupported fields: temperature = 9, maxOutputTokens = 0.'],
      );
    });
  }

  it('keeps code, videos, pieces, errors and ends of a prompt of AI Studio, and names the rest', () => {
    const { conversation: made, leftOut } = fromFile({
      runSettings: {
        model: 'models/gemini-pro',
        stopSequences: ['END'],
        thinkingBudget: 512,
        responseMimeType: 'application/json',
        responseSchema: '{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}',
        enableCodeExecution: true,
        enableSearchAsATool: true,
        googleSearch: {},
        enableBrowseAsATool: false,
        enableAutoFunctionResponse: true,
        outputResolution: '1K',
        seed: 7,
        voice: { name: 'Kore' },
      },
      systemInstruction: {},
      chunkedPrompt: {
        chunks: [
          { youtubeVideo: { id: 'aB_9-x' }, role: 'user', tokenCount: 9 },
          { text: 'Count.', role: 'user', branchParent: { promptId: 'p1' } },
          { parts: [{ text: 'I ' }, { text: 'run it.', thoughtSignature: 'sig' }], role: 'model' },
          { executableCode: { language: 'PYTHON', code: 'print(1)' }, role: 'model' },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' }, role: 'model' },
          { text: 'One', role: 'model', finishReason: 'MAX_TOKENS', grounding: { a: 1 } },
          { text: 'Go on', role: 'user' },
          { role: 'model', errorMessage: 'An internal error has occurred.' },
        ],
        pendingInputs: [{ inlineImage: { mimeType: 'image/png', data: 'AA' }, role: 'user' }],
      },
    });
    assert.deepEqual(said(made), [
      [
        'user',
        [{ fileData: { fileUri: 'https://www.youtube.com/watch?v=aB_9-x' } }, { text: 'Count.' }],
      ],
      [
        'model',
        [
          { text: 'I ' },
          { text: 'run it.', thoughtSignature: 'sig' },
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { text: 'One' },
        ],
      ],
      ['user', [{ text: 'Go on' }]],
      ['model', []],
    ]);
    const outcomes = made.turns.map((turn) => (turn.role === 'model' ? turn.outcome : undefined));
    assert.deepEqual(
      [outcomes[1]?.verdict, outcomes[1]?.finishReason],
      ['maxTokens', 'MAX_TOKENS'],
    );
    const failed = { message: 'An internal error has occurred.', fixes: ['retry'] };
    assert.deepEqual([outcomes[3]?.verdict, outcomes[3]?.failure], ['failed', failed]);
    assert.deepEqual(made.settings, {
      stopSequences: ['END'],
      requests: {
        chat: {
          generationConfig: {
            thinkingConfig: { thinkingBudget: 512 },
            responseMimeType: 'application/json',
            responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
            seed: 7,
          },
          tools: [{ codeExecution: {} }, { googleSearch: {} }],
        },
      },
    });
    assert.deepEqual(leftOut, [
      'chunks[].branchParent',
      'chunks[].grounding',
      'enableAutoFunctionResponse = true',
      'voice',
      'pendingInputs[].inlineData',
    ]);
  });

  for (const [what, value] of [
    ['no JSON', 'hello'],
    ['an empty file', ''],
    ['a number', 7],
    ['null', null],
    ['an empty list', []],
    ['a string list', ['a']],
    ['another object', { hello: 1 }],
    ['messages without roles', { messages: [{ content: 'x' }] }],
    ['an unknown role', [{ role: 'narrator', content: 'x' }]],
    ['only an instruction', [{ role: 'system', content: 'x' }]],
    ['our own of a later format', { ...conversation(), format: 2 }],
    ['our own with a broken turn', { ...conversation(), turns: [{ role: 'user' }] }],
    ['an empty prompt of AI Studio', { chunkedPrompt: { chunks: [] } }],
  ] as const) {
    it(`says what was expected in place of ${what}`, () => {
      assert.throws(() => imported(value), {
        reason: what === 'no JSON' || what === 'an empty file' ? 'notJson' : 'notImported',
        hint: /exported conversation, an AI Studio prompt, .*"contents", or messages with "role" and "content"/,
      });
    });
  }
});
