import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import {
  type ImportedConversation,
  importedConversation,
} from '../../../../src/playground/host/history/sharedFiles';

function fromFile(value: unknown): ImportedConversation {
  const beginning = { connection: 'emulator', model: 'models/usual', settings: {} };
  return importedConversation(JSON.stringify(value), { beginning, now: 0, name: 'x' });
}

/** Roles and parts of the turns. */
function said({ turns }: Conversation): readonly (readonly [string, unknown])[] {
  return turns.map(({ role, content }) => [role, content.parts] as const);
}

describe('importing what a request has', () => {
  it('keeps signatures, thoughts, formats and choices of messages of OpenAI, and names the rest', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const signed = (signature: string): object => ({
      extra_content: { google: { thought_signature: signature } },
    });
    const { conversation: made, leftOut } = fromFile({
      model: 'gemini-flash',
      stop: 'END',
      seed: 7,
      stream: true,
      n: 1,
      user: null,
      logit_bias: { 5: 1 },
      reasoning_effort: 'low',
      parallel_tool_calls: false,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
      tool_choice: { type: 'function', function: { name: 'wind' } },
      tools: [
        { type: 'function', function: { name: 'wind', strict: true } },
        { type: 'web_search' },
      ],
      messages: [
        { role: 'user', name: 'ann', content: 'Hi' },
        {
          role: 'assistant',
          reasoning_content: 'Hm',
          content: null,
          annotations: [{ type: 'x' }],
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              ...signed('sig1'),
              function: { name: 'wind', arguments: '{}' },
            },
            { id: 'c2', type: 'custom', custom: {} },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{}' },
        { role: 'assistant', content: 'Go.', ...signed('sig2') },
      ],
    });
    assert.deepEqual(
      said(made)
        .filter(([role]) => role === 'model')
        .map(([, parts]) => parts),
      [
        [
          { text: 'Hm', thought: true },
          { functionCall: { name: 'wind', args: {}, id: 'c1' }, thoughtSignature: 'sig1' },
        ],
        [{ text: 'Go.', thoughtSignature: 'sig2' }],
      ],
    );
    assert.equal(made.model, 'models/gemini-flash');
    assert.deepEqual(made.settings, {
      stopSequences: ['END'],
      requests: {
        chat: {
          generationConfig: {
            seed: 7,
            responseMimeType: 'application/json',
            responseJsonSchema: schema,
          },
          tools: [{ functionDeclarations: [{ name: 'wind', description: '' }] }],
          toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['wind'] } },
        },
      },
    });
    assert.deepEqual(leftOut, [
      'messages[].name = ann',
      'messages[].annotations',
      'messages[].tool_calls[] = custom',
      'tools[].function.strict = true',
      'tools[] = web_search',
      'logit_bias',
      'reasoning_effort = low',
    ]);
  });

  for (const [what, names] of [
    [
      'the names of the service',
      ['systemInstruction', 'generationConfig', 'inlineData', 'mimeType'],
    ],
    ['underscores', ['system_instruction', 'generation_config', 'inline_data', 'mime_type']],
  ] as const) {
    it(`takes a request to generateContent, with ${what}`, () => {
      const [instruction, config, data, type] = names;
      const { conversation: made, leftOut } = fromFile({
        model: 'gemini-flash',
        [instruction]: { role: 'system', parts: [{ text: 'Be brief.' }] },
        contents: [
          { parts: [{ [data]: { [type]: 'image/png', data: 'AAAA' } }, { text: 'What?' }] },
          { role: 'model', parts: [{ text: 'A kite.', thoughtSignature: 'sig' }], extra: 1 },
          { role: 'user', parts: [{ text: 'Why?' }] },
        ],
        [config]: { temperature: 0.5, seed: 7 },
        tools: [{ googleSearch: {} }],
      });
      assert.deepEqual(said(made), [
        ['user', [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'What?' }]],
        ['model', [{ text: 'A kite.', thoughtSignature: 'sig' }]],
        ['user', [{ text: 'Why?' }]],
      ]);
      assert.deepEqual(made.settings, {
        systemInstruction: 'Be brief.',
        temperature: 0.5,
        requests: { chat: { generationConfig: { seed: 7 }, tools: [{ googleSearch: {} }] } },
      });
      assert.deepEqual([made.model, leftOut], ['models/gemini-flash', ['contents[].extra = 1']]);
    });
  }
});
