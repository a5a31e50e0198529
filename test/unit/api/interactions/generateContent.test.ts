import assert from 'node:assert/strict';
import {
  type Converted,
  toGenerateContent,
  toInteraction,
} from '../../../../src/api/interactions/generateContent/convert';
import type { JsonObject, JsonValue } from '../../../../src/base/json';

const MODEL = 'models/gemini-3.8-flash';

function lostOf({ lost }: Converted): readonly string[] {
  return lost.map(({ field, why }) => `${field}: ${why}`).sort();
}

describe('a generateContent request as an interaction', () => {
  it('has its turns as steps: what is signed follows the thought with the signature', () => {
    const contents = [
      {
        role: 'user',
        parts: [{ text: 'Weather?' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }],
      },
      {
        role: 'model',
        parts: [
          { text: 'I look.', thought: true },
          {
            functionCall: { id: 'f1', name: 'weather', args: { city: 'Rome' } },
            thoughtSignature: 'c2ln',
          },
          { functionCall: { name: 'time' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'f1', name: 'weather', response: { sky: 'clear' } } },
          { functionResponse: { name: 'time', response: { hour: 7 } } },
        ],
      },
      {
        role: 'model',
        parts: [
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { text: 'Clear.', thoughtSignature: 'bW9yZQ==' },
        ],
      },
    ];
    const converted = toInteraction({ contents }, MODEL);
    assert.deepEqual(converted, {
      body: {
        model: 'gemini-3.8-flash',
        input: [
          {
            type: 'user_input',
            content: [
              { type: 'text', text: 'Weather?' },
              { type: 'image', data: 'AA==', mime_type: 'image/png' },
            ],
          },
          { type: 'thought', summary: [{ type: 'text', text: 'I look.' }], signature: 'c2ln' },
          { type: 'function_call', id: 'f1', name: 'weather', arguments: { city: 'Rome' } },
          { type: 'function_call', id: 'call_1', name: 'time', arguments: {} },
          { type: 'function_result', call_id: 'f1', name: 'weather', result: { sky: 'clear' } },
          { type: 'function_result', call_id: 'call_1', name: 'time', result: { hour: 7 } },
          {
            type: 'code_execution_call',
            id: 'code_2',
            arguments: { language: 'python', code: 'print(1)' },
          },
          { type: 'code_execution_result', call_id: 'code_2', result: '1' },
          { type: 'thought', signature: 'bW9yZQ==' },
          { type: 'model_output', content: [{ type: 'text', text: 'Clear.' }] },
        ],
      },
      lost: [],
    });
  });

  it('says the same of tools, thinking, forms of the answer, voices and safety', () => {
    const request = {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [
        {
          functionDeclarations: [
            {
              name: 'weather',
              description: 'The weather',
              parameters: {
                type: 'OBJECT',
                properties: {
                  city: { type: 'STRING', nullable: true },
                  days: { type: 'ARRAY', items: { type: 'INTEGER' }, maxItems: '3' },
                },
              },
            },
          ],
        },
        { googleSearch: { searchTypes: { webSearch: {} } }, codeExecution: {} },
        { googleMaps: { enableWidget: true } },
        { fileSearch: { fileSearchStoreNames: ['fileSearchStores/a'], topK: 3 } },
      ],
      toolConfig: {
        functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] },
        retrievalConfig: { latLng: { latitude: 1.5, longitude: 2 } },
      },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
      generationConfig: {
        maxOutputTokens: 100,
        seed: 7,
        stopSequences: ['.'],
        temperature: 0,
        topP: 0.5,
        thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true },
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
        speechConfig: {
          languageCode: 'de-DE',
          voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } },
        },
        audioTranscriptionConfig: { languageCodes: ['de-DE'] },
      },
      serviceTier: 'flex',
      labels: { a: 'b' },
    };
    const { body, lost } = toInteraction(request, MODEL);
    assert.deepEqual(lost, []);
    const { input: _, ...rest } = body;
    assert.deepEqual(rest, {
      model: 'gemini-3.8-flash',
      system_instruction: 'Be brief.',
      tools: [
        {
          type: 'function',
          name: 'weather',
          description: 'The weather',
          parameters: {
            type: 'object',
            properties: {
              city: { type: ['string', 'null'] },
              days: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
            },
          },
        },
        { type: 'google_search', search_types: ['web_search'] },
        { type: 'code_execution' },
        { type: 'google_maps', enable_widget: true, latitude: 1.5, longitude: 2 },
        { type: 'file_search', file_search_store_names: ['fileSearchStores/a'], top_k: 3 },
      ],
      generation_config: {
        tool_choice: { allowed_tools: { mode: 'any', tools: ['weather'] } },
        max_output_tokens: 100,
        seed: 7,
        stop_sequences: ['.'],
        temperature: 0,
        top_p: 0.5,
        thinking_level: 'low',
        thinking_summaries: 'auto',
        transcription_config: { language_codes: ['de-DE'] },
        speech_config: [{ voice: 'Kore', language: 'de-DE' }],
      },
      response_format: [
        { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
      ],
      safety_settings: [{ type: 'harassment', threshold: 'block_only_high' }],
      service_tier: 'flex',
      labels: { a: 'b' },
    });
  });

  it('loses what interactions have no field for, and says so of each', () => {
    const converted = toInteraction(
      {
        contents: [
          {
            role: 'model',
            parts: [
              { toolCall: { toolType: 'GOOGLE_MAPS' } },
              { text: 'a', partMetadata: { b: 1 } },
              { toolCall: { toolType: 'GOOGLE_MAPS' } },
            ],
          },
        ],
        store: true,
        cachedContent: 'cachedContents/x',
        unheardOf: 1,
        generationConfig: {
          topK: 4,
          thinkingConfig: { thinkingBudget: 100 },
        },
        toolConfig: { retrievalConfig: { languageCode: 'de' } },
      },
      MODEL,
    );
    assert.deepEqual(lostOf(converted), [
      'cachedContent: keeping',
      'contents[].parts[].partMetadata: noField',
      'contents[].parts[].toolCall: serverTool',
      'generationConfig.thinkingConfig.thinkingBudget: noField',
      'generationConfig.topK: noField',
      'store: keeping',
      'toolConfig.retrievalConfig.languageCode: noField',
      'unheardOf: noField',
    ]);
    assert.equal(converted.lost.find(({ why }) => why === 'serverTool')?.count, 2);
  });
});

describe('an interaction as a generateContent request', () => {
  it('loses what only interactions have, and says so of each', () => {
    const converted = toGenerateContent({
      agent: 'antigravity-preview-09-2026',
      agent_config: { type: 'antigravity', max_total_tokens: '5' },
      environment: 'remote',
      store: true,
      background: true,
      stream: true,

      previous_interaction_id: 'v1_a',
      webhook_config: { uris: [] },
      service_tier: 'deferred',
      tools: [{ type: 'google_search', search_types: ['enterprise_web_search'] }, { type: 'bash' }],
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'Hi' }] },
        { type: 'google_search_call', id: 's', arguments: { queries: ['a'] }, signature: 'x' },
        { type: 'google_search_result', call_id: 's', result: [] },
        {
          type: 'code_execution_call',
          id: 'c',
          arguments: { language: 'bash', code: 'ls' },
          signature: 'y',
        },
        {
          type: 'model_output',
          content: [
            { type: 'text', text: 'Hello', annotations: [{ type: 'url_citation', url: 'u' }] },
          ],
          error: { code: 3, message: 'no' },
        },
      ],
    });
    assert.deepEqual(lostOf(converted), [
      'agent: agents',
      'agent_config: agents',
      'background: running',
      'environment: agents',
      'input[].code_execution_call.language: noValue',
      'input[].code_execution_call.signature: serverTool',
      'input[].content[].annotations: answer',
      'input[].google_search_call: serverTool',
      'input[].google_search_result: serverTool',
      'input[].model_output.error: answer',
      'previous_interaction_id: keeping',
      'service_tier: noValue',
      'store: keeping',
      'tools[].bash: noField',
      'tools[].google_search.search_types: noValue',
      'webhook_config: running',
    ]);
    assert.deepEqual(converted.body.contents, [
      { role: 'user', parts: [{ text: 'Hi' }] },
      {
        role: 'model',
        parts: [{ executableCode: { id: 'c', language: 'PYTHON', code: 'ls' } }, { text: 'Hello' }],
      },
    ]);
  });

  it('takes input in every form', () => {
    const contents = (input: JsonValue): JsonValue | undefined =>
      toGenerateContent({ model: 'm', input }).body.contents;
    const hi = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    assert.deepEqual(contents('Hi'), hi);
    assert.deepEqual(contents({ type: 'text', text: 'Hi' }), hi);
    assert.deepEqual(contents([{ type: 'text', text: 'Hi' }]), hi);
    assert.deepEqual(
      contents([{ type: 'user_input', content: [{ type: 'text', text: 'Hi' }] }]),
      hi,
    );
    assert.deepEqual(contents([]), []);
  });

  it('has what a function gave back as an object, and a failure as one', () => {
    const given = (result: JsonValue, more: JsonObject = {}): unknown =>
      toGenerateContent({
        model: 'm',
        input: [{ type: 'function_result', call_id: 'f', name: 'g', result, ...more }],
      }).body.contents;
    const expected = (response: JsonObject): unknown => [
      { role: 'user', parts: [{ functionResponse: { id: 'f', name: 'g', response } }] },
    ];
    assert.deepEqual(given('fine'), expected({ result: 'fine' }));
    assert.deepEqual(given({ a: 1 }), expected({ a: 1 }));
    assert.deepEqual(given([{ type: 'text', text: 'a' }]), expected({ result: 'a' }));
    assert.deepEqual(given('broken', { is_error: true }), expected({ error: 'broken' }));
  });
});
