import { callExample, streamExample, type Example } from './example';

/** What generateContent has had since: thinking levels, tools of the service shown as parts, tiers, forms of answers. */
export const generateTodayExamples: readonly Example[] = [
  callExample(
    'models.generateContent',
    'v1beta',
    {
      model: 'models/emulator-flash',
      body: {
        contents: [
          { role: 'user', parts: [{ text: 'What is the tide in Brest?' }] },
          {
            role: 'model',
            parts: [
              {
                toolCall: {
                  id: 't1',
                  toolType: 'GOOGLE_SEARCH_WEB',
                  args: { queries: ['tide Brest'] },
                },
              },
              {
                toolResponse: {
                  id: 't1',
                  toolType: 'GOOGLE_SEARCH_WEB',
                  response: { search_suggestions: '<div></div>' },
                },
              },
              { text: 'It is high at six.' },
            ],
          },
          {
            role: 'user',
            parts: [
              {
                inlineData: { mimeType: 'image/png', data: 'AAEC' },
                mediaResolution: { level: 'MEDIA_RESOLUTION_ULTRA_HIGH' },
              },
              { text: 'And here?' },
            ],
          },
        ],
        tools: [
          { googleSearch: { searchTypes: { webSearch: {}, imageSearch: {} } } },
          { functionDeclarations: [{ name: 'alarm', description: 'Sets an alarm.' }] },
        ],
        toolConfig: { includeServerSideToolInvocations: true },
        generationConfig: {
          responseFormat: {
            text: { mimeType: 'APPLICATION_JSON', schema: { type: 'object' } },
          },
        },
        serviceTier: 'flex',
        store: false,
        labels: { team: 'tides' },
      },
    },
    'POST /v1beta/models/emulator-flash:generateContent',
    '{"candidates":[{"content":{"parts":[{"text":"{}"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1,"totalTokenCount":10,"serviceTier":"flex"},"modelVersion":"emulator-flash","modelStatus":{"modelStage":"DEPRECATED","retirementTime":"2027-01-31T00:00:00Z","message":"Use another."}}',
  ),
  streamExample(
    'models.streamGenerateContent',
    'v1beta',
    {
      model: 'models/emulator-flash',
      body: {
        contents: [{ parts: [{ text: 'Say this twice.', speechMetadata: { speaker: 'Ada' } }] }],
        generationConfig: {
          responseModalities: ['AUDIO'],
          responseFormat: { audio: { mimeType: 'AUDIO_WAV', sampleRate: 24000 } },
          speechConfig: {
            multiSpeakerVoiceConfig: {
              speakerVoiceConfigs: [
                {
                  speaker: 'Ada',
                  voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } },
                },
                {
                  speaker: 'Grace',
                  voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } },
                },
              ],
            },
          },
        },
        serviceTier: 'priority',
        continuationToken: 'aGFsZg==',
      },
    },
    'POST /v1beta/models/emulator-flash:streamGenerateContent?alt=sse',
    'data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"UklGRg=="}}],"role":"model"},"finishReason":"CONTINUATION","continuationToken":"AwQF"}],"usageMetadata":{"initialPromptTokenCount":4}}\r\n\r\n',
    { contentType: 'text/event-stream' },
  ),
  callExample(
    'models.generateContent',
    'v1',
    {
      model: 'models/emulator-flash',
      body: {
        contents: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          {
            role: 'model',
            parts: [{ toolCall: { id: 'u1', toolType: 'URL_CONTEXT', args: {} } }],
          },
          { role: 'user', parts: [{ text: 'Go on.' }] },
        ],
        generationConfig: { responseFormat: { text: { mimeType: 'TEXT_PLAIN' } } },
        store: true,
      },
    },
    'POST /v1/models/emulator-flash:generateContent',
    '{"candidates":[{"finishReason":"MISSING_THOUGHT_SIGNATURE"}]}',
  ),
  callExample(
    'models.embedContent',
    'v1beta',
    {
      model: 'models/emulator-embedding',
      body: {
        content: { parts: [{ text: 'A kite is tethered.' }] },
        embedContentConfig: {
          taskType: 'RETRIEVAL_DOCUMENT',
          title: 'Kites',
          outputDimensionality: 3,
          autoTruncate: true,
        },
      },
    },
    'POST /v1beta/models/emulator-embedding:embedContent',
    '{"embedding":{"values":[0.5,-0.25,0.125],"shape":[1,3]},"usageMetadata":{"promptTokenCount":5,"promptTokenDetails":[{"modality":"TEXT","tokenCount":5}]}}',
  ),
  callExample(
    'models.batchEmbedContents',
    'v1',
    {
      model: 'models/emulator-embedding',
      body: {
        requests: [
          {
            model: 'models/emulator-embedding',
            content: { parts: [{ text: 'red' }] },
            embedContentConfig: { taskType: 'CLUSTERING' },
          },
        ],
      },
    },
    'POST /v1/models/emulator-embedding:batchEmbedContents',
    '{"embeddings":[{"values":[0.25]}],"usageMetadata":{"promptTokenCount":1}}',
  ),
];
