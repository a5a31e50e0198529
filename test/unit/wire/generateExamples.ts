import { callExample, streamExample, type Example } from './example';

export const generateExamples: readonly Example[] = [
  callExample(
    'models.generateContent',
    {
      model: 'models/emulator-pro',
      body: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          // The emulator takes only signatures that it made; this is one.
          {
            role: 'model',
            parts: [{ text: '', thoughtSignature: 'ITGdgKmykvqIVLd52lsIm3apuDfOgg0M' }],
          },
          { role: 'user', parts: [{ text: 'Go on.' }] },
        ],
        generationConfig: {
          temperature: 0,
          maxOutputTokens: 8,
          stopSequences: ['END'],
          thinkingConfig: { includeThoughts: true },
        },
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      },
    },
    'POST /v1beta/models/emulator-pro:generateContent',
    '{"candidates":[{"content":{"parts":[{"text":"Hello"}],"role":"model"},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":1,"totalTokenCount":8},"modelVersion":"emulator-pro"}',
  ),
  callExample(
    'models.generateContent',
    { model: 'models/emulator-flash', body: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    'POST /v1/models/emulator-flash:generateContent',
    '{"promptFeedback":{"blockReason":"SAFETY","safetyRatings":[{"category":"HARM_CATEGORY_HARASSMENT","probability":"HIGH","blocked":true}]}}',
  ),
  streamExample(
    'models.streamGenerateContent',
    { model: 'models/emulator-flash', body: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    'POST /v1beta/models/emulator-flash:streamGenerateContent?alt=sse',
    'data: {"candidates":[{"content":{"parts":[{"text":"Red "}],"role":"model"},"index":0}],"responseId":"r1"}\r\n\r\ndata: {"candidates":[{"content":{"parts":[{"text":"kite."}],"role":"model"},"finishReason":"STOP","index":0}],"responseId":"r1"}\r\n\r\n',
    { contentType: 'text/event-stream' },
  ),
  streamExample(
    'models.streamGenerateContent',
    { model: 'models/emulator-flash', body: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    'POST /v1/models/emulator-flash:streamGenerateContent?alt=sse',
    '[{\n  "candidates": [{"content": {"parts": [{"text": "a ]"}]}}]\n}\n,\r\n{\n  "usageMetadata": {"totalTokenCount": 3}\n}\n]',
  ),
  callExample(
    'models.countTokens',
    {
      model: 'models/emulator-flash',
      body: {
        generateContentRequest: {
          model: 'models/emulator-flash',
          contents: [{ parts: [{ text: 'Hi' }] }],
        },
      },
    },
    'POST /v1beta/models/emulator-flash:countTokens',
    '{"totalTokens":2,"promptTokensDetails":[{"modality":"TEXT","tokenCount":2}]}',
  ),
  callExample(
    'models.countTokens',
    { model: 'models/emulator-flash', body: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    'POST /v1/models/emulator-flash:countTokens',
    '{"totalTokens":2}',
  ),
];
