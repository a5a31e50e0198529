/**
 * Requests of the playground, by what they show.
 * @typedef {{ operation: string, model?: string, body: any }} CodeRequest
 */

const MODEL = 'models/emulator-flash';
const EMBEDDING = 'models/emulator-embedding';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
/** Accepted for messages that no model has signed. */
const SIGNATURE = Buffer.from('skip_thought_signature_validator').toString('base64');
/** Read from a file by the code. */
export const ATTACHMENT = Buffer.alloc(3000, 'pixels ');

const FORECAST = {
  name: 'get_forecast',
  description: 'Returns the weather forecast.',
  parameters: {
    type: 'OBJECT',
    properties: { city: { type: 'STRING' }, days: { type: 'INTEGER', nullable: true } },
    required: ['city'],
  },
};
const PLACES = {
  name: 'find-places',
  description: 'Finds places.',
  parametersJsonSchema: { type: 'object', properties: { 'near-by': { type: 'string' } } },
};
const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, population: { type: 'integer', minimum: 0 } },
  required: ['city'],
};

/** @param {...any} parts */
const user = (...parts) => ({ role: 'user', parts });
/** @param {...any} parts */
const model = (...parts) => ({ role: 'model', parts });
/** @param {any} body @param {string} [method] @returns {CodeRequest} */
const chat = (body, method = 'streamGenerateContent') => ({
  operation: `models.${method}`,
  model: MODEL,
  body: { ...body, contents: body.contents ?? [user({ text: 'Name a bird.' })] },
});
/** @param {any} body @returns {CodeRequest} */
const interaction = (body) => ({ operation: 'interactions.create', body });
/** @param {string} text @returns {any} */
const input = (text) => [{ type: 'user_input', content: [{ type: 'text', text }] }];
/** @param {string} text */
const embed = (text) => ({ model: EMBEDDING, content: { parts: [{ text }] } });

/** @type {{ [title: string]: CodeRequest }} */
export const codeRequests = {
  text: chat({}, 'generateContent'),
  stream: chat({
    contents: [
      user({ text: 'It\'s "$HOME", ${secret}, `rm`, \\u0041,\n*/ # // \u202e\u2028 é 😀' }),
    ],
  }),
  'system instruction': chat({
    systemInstruction: { parts: [{ text: 'You are terse.' }] },
    generationConfig: {
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      seed: 7,
      maxOutputTokens: 100,
      candidateCount: 1,
      stopSequences: ['END', '"'],
      presencePenalty: 0.1,
    },
    safetySettings: [
      { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
    ],
  }),
  conversation: chat({
    contents: [user({ text: 'Hi' }), model({ text: 'Hello' }), user({ text: 'Name a bird.' })],
    systemInstruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] },
  }),
  attachments: chat({
    contents: [
      user(
        { text: 'attachment1' },
        { inlineData: { mimeType: 'image/png', data: PIXEL } },
        { inlineData: { mimeType: 'image/png', data: ATTACHMENT.toString('base64') } },
      ),
    ],
    generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW' },
  }),
  files: chat({
    contents: [
      user(
        { fileData: { mimeType: 'audio/mpeg', fileUri: 'FILE' } },
        {
          fileData: { mimeType: 'video/mp4', fileUri: 'https://www.youtube.com/watch?v=abc' },
          videoMetadata: { startOffset: '1.5s', endOffset: '90s', fps: 2 },
        },
        { text: 'Compare them.' },
      ),
    ],
  }),
  parts: chat({
    contents: [
      user({ text: 'Add 1 and 2.' }),
      model(
        { text: 'Adding.', thought: true, thoughtSignature: SIGNATURE },
        { executableCode: { language: 'PYTHON', code: 'print(1 + 2)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '3\n' } },
        { text: 'It is 3.' },
      ),
      user({ text: 'And 4?' }),
    ],
    tools: [{ codeExecution: {} }],
  }),
  functions: chat({
    contents: [user({ text: '[[call:get_forecast]]' })],
    tools: [{ functionDeclarations: [FORECAST, PLACES] }],
  }),
  'whole functions': chat(
    {
      tools: [{ functionDeclarations: [FORECAST] }],
      toolConfig: {
        functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_forecast'] },
      },
    },
    'generateContent',
  ),
  'function results': chat({
    contents: [
      user({ text: 'Weather in Oslo?' }),
      model({
        functionCall: { id: 'c1', name: 'get_forecast', args: { city: 'Oslo', days: 2 } },
        thoughtSignature: SIGNATURE,
      }),
      user({
        functionResponse: { id: 'c1', name: 'get_forecast', response: { wind: null, dry: true } },
      }),
    ],
    tools: [{ functionDeclarations: [FORECAST] }],
    toolConfig: { functionCallingConfig: { mode: 'NONE' } },
  }),
  schema: chat({
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: CITY },
  }),
  'old schema': chat(
    {
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: {
          type: 'ARRAY',
          minItems: '1',
          items: {
            type: 'OBJECT',
            properties: { name: { type: 'STRING', enum: ['wren', 'owl'] } },
            propertyOrdering: ['name'],
          },
        },
      },
    },
    'generateContent',
  ),
  thinking: {
    ...chat({
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
    }),
    model: 'models/emulator-pro',
  },
  cache: chat({ cachedContent: 'CACHE' }),
  'file search': chat({
    tools: [{ fileSearch: { fileSearchStoreNames: ['STORE'], topK: 3 } }],
  }),
  maps: chat({
    tools: [{ googleSearch: {} }, { urlContext: {} }],
    toolConfig: { retrievalConfig: { latLng: { latitude: 59.9, longitude: 10.7 } } },
  }),
  embeddings: {
    operation: 'models.embedContent',
    model: EMBEDDING,
    body: { content: { parts: [{ text: 'A bird' }] }, taskType: 'RETRIEVAL_QUERY' },
  },
  batch: {
    operation: 'models.batchEmbedContents',
    model: EMBEDDING,
    body: { requests: Array.from({ length: 201 }, (_, at) => embed(`Bird ${at}`)) },
  },
  interaction: interaction({
    model: 'emulator-flash',
    input: input('Name a bird.'),
    store: false,
    stream: true,
    system_instruction: 'Be brief.',
    generation_config: { max_output_tokens: 50 },
  }),
  'interaction with functions': interaction({
    model: 'emulator-flash',
    input: input('[[call:get_forecast]]'),
    store: false,
    tools: [{ type: 'function', name: 'get_forecast', parameters: CITY }],
  }),
  decision: {
    operation: 'decisions.create',
    body: {
      model: 'gemini-decision-1',
      input: [{ type: 'text', text: 'Parcel arrived wet.' }],
      questions: {
        'is-broken': { type: 'noul', instructions: 'Is it broken?' },
        desk: {
          type: 'choice',
          instructions: 'Who handles it?',
          criteria: { carrier: 'Transport damage', other: 'None' },
        },
      },
    },
  },
};
