import assert from 'node:assert/strict';
import { buildRequest } from '../../../../src/api/request';
import type { JsonObject } from '../../../../src/api/schema/row';
import { parseRequest } from '../../../../src/api/schema/validate';
import type { Edition } from '../../../../src/api/versions';
import type { PlaygroundSettings, Turn } from '../../../../src/conversation/model/conversation';
import {
  CONTINUE_PROMPT,
  requestBody,
  unsentSettings,
} from '../../../../src/conversation/request/requestBody';
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

  it('keeps a signature through to the bytes of the next request', () => {
    const signature = 'c2lnbmF0dXJlK/8=';
    const { input } = requestBody(
      {
        model: 'models/x',
        settings: {},
        turns: [user('Hello'), model([{ text: 'Hi', thoughtSignature: signature }]), user('More')],
      },
      'v1beta',
    );
    const request = buildRequest('models.streamGenerateContent', 'v1beta', input);
    assert.ok(
      JSON.stringify(request.body).includes(`{"text":"Hi","thoughtSignature":"${signature}"}`),
    );
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

  it('leaves out a message that the service refused, but not when it is asked again', () => {
    const refused = model([], { verdict: 'failed', promptRefused: true });
    const turns = [user('Too long'), refused, user('Hello', 'u2')];
    assert.deepEqual(contents(turns), [HELLO]);
    assert.deepEqual(contents([user('Hello')]), [HELLO]);
  });

  it('asks for the rest of an answer after the answer so far', () => {
    assert.deepEqual(
      body([user('Hello'), model([{ text: 'Ha' }])], { isContinuation: true }).contents,
      [
        HELLO,
        { role: 'model', parts: [{ text: 'Ha' }] },
        { role: 'user', parts: [{ text: CONTINUE_PROMPT }] },
      ],
    );
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

  it('names the settings that a version does not have', () => {
    assert.deepEqual(unsentSettings(ALL_SETTINGS, 'v1beta'), []);
    assert.deepEqual(unsentSettings({ temperature: 1 }, 'v1@2024'), []);
    assert.deepEqual(unsentSettings({ includeThoughts: false }, 'v1@2024'), [
      'generationConfig.thinkingConfig',
    ]);
  });

  it('leaves out what no document of a version has', () => {
    const cached = { requests: { chat: { cachedContent: 'cachedContents/x' } } };
    assert.deepEqual(unsentSettings(cached, 'v1beta'), []);
    assert.deepEqual(unsentSettings(cached, 'v1'), ['cachedContent']);
  });

  it('is a request that the service can read', () => {
    const turns = [user('Hello'), model([{ text: 'Hi', thoughtSignature: 'QQ==' }]), user('More')];
    const sent = body(turns, { settings: ALL_SETTINGS });
    const { violations, problems } = parseRequest('GenerateContentRequest', 'v1beta', sent);
    assert.deepEqual({ violations, problems }, { violations: [], problems: [] });
  });

  describe('with attachments', () => {
    const PNG = { inlineData: { mimeType: 'image/png', data: 'aaaa' } };
    const FILE = { fileData: { fileUri: 'https://a.test/v1beta/files/x', mimeType: 'video/mp4' } };
    const attached = [
      { part: 0, name: 'a.png' },
      { part: 1, name: 'b.mp4' },
    ];
    const turn: Turn = {
      id: 'u1',
      role: 'user',
      content: { role: 'user', parts: [PNG, FILE, { text: 'Hello' }] },
      attached,
    };

    it('names several', () => {
      assert.deepEqual(contents([turn]), [
        {
          role: 'user',
          parts: [{ text: 'a.png:' }, PNG, { text: 'b.mp4:' }, FILE, HELLO.parts[0]],
        },
      ]);
    });

    it('does not name what is left out', () => {
      const leftOut = [FILE.fileData.fileUri];
      const expected = [{ text: 'a.png:' }, PNG, HELLO.parts[0]];
      assert.deepEqual(contents([{ ...turn, leftOut }]), [{ role: 'user', parts: expected }]);
    });

    it('does not name what a version can not carry, and says so', () => {
      const expected = [{ text: 'a.png:' }, PNG, HELLO.parts[0]];
      assert.deepEqual(contents([turn], 'v1@2024'), [{ role: 'user', parts: expected }]);
      const { leftOut } = requestBody({ model: '', settings: {}, turns: [turn] }, 'v1@2024');
      assert.deepEqual(leftOut, ['contents.parts.fileData']);
    });
  });
});

describe('tools of the service in a request', () => {
  const SEARCH_PARTS = [
    {
      toolCall: {
        id: 't1',
        toolType: 'GOOGLE_SEARCH_WEB',
        args: { queries: ['a', 'b'], newer: [1] },
      },
      thoughtSignature: 'AAEC',
    },
    { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', response: { html: '<b>ä</b>' } } },
    { text: 'High tide.', thoughtSignature: 'AwQF' },
  ];

  it('go back as they came, in their order', () => {
    const answer = model(SEARCH_PARTS);
    for (const version of ['v1beta', 'v1'] as const) {
      const sent = contents([user('Hello'), answer, user('And now?')], version) as JsonObject[];
      const kept = sent[1]?.parts as JsonObject[];
      const without = SEARCH_PARTS.map(({ thoughtSignature: _signature, ...part }) => part);
      const withSignatures = JSON.stringify(kept) === JSON.stringify(SEARCH_PARTS);
      assert.ok(withSignatures || JSON.stringify(kept) === JSON.stringify(without), version);
      assert.ok(withSignatures || version === 'v1', version);
    }
  });

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
