import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { parseRequest } from '../../../../src/api/schema/validate';
import type { Edition } from '../../../../src/api/versions';
import type { PlaygroundSettings, Turn } from '../../../../src/conversation/model/conversation';
import { requestBody, unsentSettings } from '../../../../src/conversation/request/requestBody';
import { model, streaming, user } from '../samples';

const ALL_SETTINGS: PlaygroundSettings = {
  systemInstruction: 'Be brief.',
  temperature: 0,
  topP: 0.5,
  topK: 3,
  maxOutputTokens: 10,
  stopSequences: ['END'],
  includeThoughts: true,
};

function body(
  turns: readonly Turn[],
  options: { settings?: PlaygroundSettings; version?: Edition; isContinuation?: boolean } = {},
): JsonObject {
  const { settings = {}, version = 'v1beta', isContinuation = false } = options;
  const { input } = requestBody({ model: 'models/x', settings, turns }, version, {
    isContinuation,
  });
  return input.body;
}

function contents(turns: readonly Turn[], version?: Edition): unknown {
  return body(turns, version && { version }).contents;
}

const HELLO = { role: 'user', parts: [{ text: 'Hello' }] };

describe('the request for an answer', () => {
  it('is only the messages where nothing is set', () => {
    assert.deepEqual(body([user('Hello')]), { contents: [HELLO] });
    assert.deepEqual(
      body([user('Hello')], { settings: { systemInstruction: '', stopSequences: [] } }),
      {
        contents: [HELLO],
      },
    );
  });

  it('has exactly the settings that the user made', () => {
    assert.deepEqual(body([user('Hello')], { settings: ALL_SETTINGS }), {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [HELLO],
      generationConfig: {
        temperature: 0,
        topP: 0.5,
        topK: 3,
        maxOutputTokens: 10,
        stopSequences: ['END'],
        thinkingConfig: { includeThoughts: true },
      },
    });
  });

  it('gives parts back exactly as they came, signatures and unknown fields included', () => {
    const parts = [
      { text: 'A', thoughtSignature: 'QQ==' },
      { text: 'B', newField: { deep: [1, null] } },
      { text: '', thoughtSignature: 'Qg==' },
      { functionCall: { id: '1', name: 'f', args: { x: 1 }, newer: true } },
    ];
    const sent = contents([user('Hello'), model(parts), user('More', 'u2')]);
    assert.deepEqual(sent, [
      HELLO,
      { role: 'model', parts },
      { role: 'user', parts: [{ text: 'More' }] },
    ]);
  });

  it('leaves out thoughts, except those that carry a signature', () => {
    const signed = { text: 'Hm!', thought: true, thoughtSignature: 'QQ==' };
    const answer = model([{ text: 'Hm.', thought: true }, signed, { text: 'Hi' }]);
    assert.deepEqual(contents([user('Hello'), answer]), [
      HELLO,
      { role: 'model', parts: [signed, { text: 'Hi' }] },
    ]);
  });

  it('leaves out answers without content, and joins the messages around them', () => {
    const nothing = [model([]), model([{ text: '' }]), model([{ text: 'Hm.', thought: true }])];
    for (const answer of nothing) {
      assert.deepEqual(contents([user('Hello'), answer, user('Again', 'u2')]), [
        { role: 'user', parts: [{ text: 'Hello' }, { text: 'Again' }] },
      ]);
    }
  });

  it('keeps answers that were cut, and one that was still streaming', () => {
    for (const answer of [
      model([{ text: 'Ha' }], { verdict: 'lost' }),
      model([{ text: 'Ha' }], { verdict: 'blocked' }),
      streaming([{ text: 'Ha' }]),
    ]) {
      assert.deepEqual(contents([user('Hello'), answer]), [
        HELLO,
        { role: 'model', parts: [{ text: 'Ha' }] },
      ]);
    }
  });

  it('leaves out what a version does not have, and names it', () => {
    const turns = [
      user('Hello'),
      model([
        { text: 'Hm!', thought: true, thoughtSignature: 'QQ==' },
        { text: 'Hi', thoughtSignature: 'Qg==' },
        { text: '', thoughtSignature: 'Qw==' },
        { functionCall: { name: 'f' } },
      ]),
    ];
    const { input, leftOut } = requestBody(
      { model: 'models/x', settings: ALL_SETTINGS, turns },
      'v1@2024',
    );
    const sent = input.body as unknown as JsonObject;
    assert.deepEqual(sent.contents, [HELLO, { role: 'model', parts: [{ text: 'Hi' }] }]);
    assert.deepEqual(leftOut, [
      'systemInstruction',
      'contents.parts.thoughtSignature',
      'contents.parts.functionCall',
      'generationConfig.thinkingConfig',
    ]);
    assert.deepEqual(parseRequest('GenerateContentRequest', 'v1@2024', sent).violations, []);
  });
});

describe('tools of the service in a request', () => {
  it('are shown where they meet functions, with models that combine the two', () => {
    const FUNCTIONS = { functionDeclarations: [{ name: 'f', description: 'F.' }] };
    const toolConfig = (
      tools: readonly JsonObject[],
      name: string,
      extra: JsonObject = {},
    ): unknown => {
      const settings = { requests: { chat: { tools, ...extra } } };
      return requestBody({ model: name, settings, turns: [] }, 'v1beta').input.body.toolConfig;
    };
    const both = [FUNCTIONS, { googleSearch: {} }];
    const shown = { includeServerSideToolInvocations: true };
    assert.deepEqual(toolConfig(both, 'models/gemini-3.8-flash'), shown);
    assert.equal(toolConfig(both, 'models/gemini-2.5-flash-lite'), undefined);
    assert.equal(toolConfig(both, 'models/x'), undefined);
    assert.equal(toolConfig([{ googleSearch: {} }], 'models/gemini-3.8-flash'), undefined);
    assert.equal(toolConfig([FUNCTIONS], 'models/gemini-3.8-flash'), undefined);
    const set = { toolConfig: { includeServerSideToolInvocations: false } };
    assert.deepEqual(toolConfig(both, 'models/gemini-3.8-flash', set), set.toolConfig);
  });

  it('go without what a model takes only alone, and say so', () => {
    const FUNCTIONS = { functionDeclarations: [{ name: 'f', description: 'F.' }] };
    const CODE = { codeExecution: {} };
    const JSON_FORM = { generationConfig: { responseJsonSchema: { type: 'object' } } };
    const sent = (name: string, chat: JsonObject): readonly [JsonObject, readonly string[]] => {
      const settings = { requests: { chat } };
      const { input, apart } = requestBody({ model: name, settings, turns: [] }, 'v1beta');
      const { contents: _none, ...fields } = input.body as JsonObject;
      return [fields, apart];
    };
    const [old, next] = ['models/gemini-2.5-flash-lite', 'models/gemini-3.8-flash'];
    assert.deepEqual(sent(old, { tools: [FUNCTIONS, CODE] }), [
      { tools: [FUNCTIONS] },
      ['tools.codeExecution'],
    ]);
    for (const tool of [FUNCTIONS, CODE]) {
      assert.deepEqual(sent(old, { tools: [tool], ...JSON_FORM }), [
        { tools: [tool] },
        ['generationConfig.responseJsonSchema'],
      ]);
    }
    const none = { toolConfig: { functionCallingConfig: { mode: 'NONE' } } };
    assert.deepEqual(sent(old, { tools: [FUNCTIONS], ...JSON_FORM, ...none })[1], []);
    assert.deepEqual(sent(old, JSON_FORM)[1], []);
    assert.deepEqual(sent(next, { tools: [FUNCTIONS, CODE], ...JSON_FORM })[1], []);
    assert.deepEqual(sent(next, { tools: [FUNCTIONS, CODE] })[0].toolConfig, {
      includeServerSideToolInvocations: true,
    });
  });

  it('are left out in a version where nobody has confirmed them', () => {
    const tier = { requests: { chat: { serviceTier: 'flex', store: false } } };
    assert.deepEqual(body([], { settings: tier, version: 'v1' }), { contents: [], store: false });
    assert.deepEqual(unsentSettings(tier, 'v1'), ['serviceTier']);
    assert.deepEqual(unsentSettings(tier, 'v1beta'), []);
  });
});
