import { callExamples, inBoth, streamExamples, type Example } from './example';

/** What tuned models generate: content where a current model was tuned, text where a legacy one was. */
export const tunedGenerateExamples: readonly Example[] = [
  ...inBoth(
    'tunedModels.generateContent',
    {
      model: 'tunedModels/haiku-writer-k2n8q',
      body: {
        contents: [{ role: 'user', parts: [{ text: 'On rain' }] }],
        safetySettings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' }],
        generationConfig: { temperature: 0.4, topP: 0.9, topK: 20, maxOutputTokens: 64 },
      },
    },
    'POST /v1beta/tunedModels/haiku-writer-k2n8q:generateContent',
    '{"candidates":[{"content":{"parts":[{"text":"Rain on the tin roof,\\n"},{"text":"then none."}],"role":"model"},"finishReason":"STOP","safetyRatings":[{"category":"HARM_CATEGORY_HATE_SPEECH","probability":"NEGLIGIBLE"}]}],"usageMetadata":{"promptTokenCount":2,"candidatesTokenCount":9,"totalTokenCount":11},"modelVersion":"tunedModels/haiku-writer-k2n8q"}',
  ),
  ...callExamples(
    'tunedModels.generateText',
    ['v1beta', 'v1beta3'],
    {
      model: 'tunedModels/sentence-translator-u3b7m',
      body: {
        prompt: { text: 'good evening' },
        safetySettings: [
          { category: 'HARM_CATEGORY_TOXICITY', threshold: 'BLOCK_MEDIUM_AND_ABOVE' },
        ],
        maxOutputTokens: 16,
        temperature: 0,
      },
    },
    'POST /v1beta/tunedModels/sentence-translator-u3b7m:generateText',
    '{"candidates":[{"output":"guten Abend","safetyRatings":[{"category":"HARM_CATEGORY_TOXICITY","probability":"LOW"},{"category":"HARM_CATEGORY_SEXUAL","probability":"NEGLIGIBLE"}],"citationMetadata":{"citationSources":[{"startIndex":6,"endIndex":11}]}}]}',
  ),
  ...streamExamples(
    'tunedModels.streamGenerateContent',
    ['v1beta', 'v1'],
    {
      model: 'tunedModels/haiku-writer-k2n8q',
      body: { contents: [{ role: 'user', parts: [{ text: 'On fog' }] }] },
    },
    'POST /v1beta/tunedModels/haiku-writer-k2n8q:streamGenerateContent?alt=sse',
    'data: {"candidates":[{"content":{"parts":[{"text":"Grey on "}],"role":"model"}}]}\r\n\r\ndata: {"candidates":[{"content":{"parts":[{"text":"grey."}],"role":"model"},"finishReason":"STOP"}],"modelVersion":"tunedModels/haiku-writer-k2n8q"}\r\n\r\n',
    { contentType: 'text/event-stream' },
  ),
];
