import { callExample, inBoth, streamExamples, type Example } from './example';

const ASKED = { contents: [{ parts: [{ text: 'Name a tide.' }] }] };
const ANSWERED =
  '{"candidates":[{"content":{"parts":[{"text":"Spring tide."}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":3,"totalTokenCount":8},"modelVersion":"gemini-3.8-flash"}';
const OPERATION = 'generatedFiles/h4w9k2v7m1xd/operations/b8n3q6z0t5cr';
const DONE =
  '{"name":"generatedFiles/h4w9k2v7m1xd/operations/b8n3q6z0t5cr","done":true,"response":{"@type":"type.googleapis.com/google.protobuf.Empty"}}';

/** What the service makes by other calls than those of one model: pictures, films, answers of a model it chooses. */
export const generatedExamples: readonly Example[] = [
  callExample(
    'models.predict',
    {
      model: 'models/emulator-media',
      body: { instances: [{ prompt: 'A lighthouse' }], parameters: { sampleCount: 1 } },
    },
    'POST /v1beta/models/emulator-media:predict',
    '{"predictions":[{"mimeType":"image/png","bytesBase64Encoded":"iVBORw0KGgo="}]}',
  ),
  callExample(
    'models.predictLongRunning',
    { model: 'models/emulator-media', body: { instances: [{ prompt: 'Gulls over a pier' }] } },
    'POST /v1beta/models/emulator-media:predictLongRunning',
    '{"name":"models/emulator-media/operations/w5t1n8c3k7zq"}',
  ),
  ...inBoth(
    'dynamic.generateContent',
    { model: 'dynamic/auto', body: ASKED },
    'POST /v1beta/dynamic/auto:generateContent',
    ANSWERED,
  ),
  ...streamExamples(
    'dynamic.streamGenerateContent',
    ['v1beta', 'v1'],
    { model: 'dynamic/auto', body: ASKED },
    'POST /v1beta/dynamic/auto:streamGenerateContent?alt=sse',
    `data: ${ANSWERED}\r\n\r\n`,
    { contentType: 'text/event-stream' },
  ),
  callExample(
    'generatedFiles.get',
    { name: 'generatedFiles/h4w9k2v7m1xd' },
    'GET /v1beta/generatedFiles/h4w9k2v7m1xd',
    '{"name":"generatedFiles/h4w9k2v7m1xd","mimeType":"video/mp4","state":"GENERATED"}',
  ),
  callExample(
    'generatedFiles.list',
    { pageSize: 5 },
    'GET /v1beta/generatedFiles?pageSize=5',
    '{"generatedFiles":[{"name":"generatedFiles/h4w9k2v7m1xd","mimeType":"video/mp4","state":"GENERATING"}],"nextPageToken":"CgR3"}',
  ),
  ...inBoth(
    'generatedFiles.operations.get',
    { name: OPERATION },
    'GET /v1beta/generatedFiles/h4w9k2v7m1xd/operations/b8n3q6z0t5cr',
    DONE,
  ),
  ...inBoth(
    'files.register',
    { body: { uris: ['gs://harbour-archive/logs/1998.pdf'] } },
    'POST /v1beta/files:register',
    '{"files":[{"name":"files/c6j2x9s4v0wd","displayName":"1998.pdf","mimeType":"application/pdf","state":"ACTIVE","source":"REGISTERED"}]}',
  ),
];
