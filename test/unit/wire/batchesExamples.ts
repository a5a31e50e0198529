import { inBoth, type Example } from './example';

// Ids have 36 characters. The service names the messages of its answers by a version of its own, whichever asks.
const BATCH = 'batches/k3t8w1x6b9q2r7m4c5v0n8h2j6d1s9f3g7za';
const EMBED_BATCH = 'batches/p5y0d4u7e2i9o3a8l6z1x4c7v2b5n9m0q3wt';
const TYPES = 'type.googleapis.com/google.ai.generativelanguage.v1main';

const HIGH = { contents: [{ role: 'user', parts: [{ text: 'When is high tide?' }] }] };

/** The body of a call for answers to one request, later. */
const batchOf = <R>(displayName: string, request: R) => ({
  batch: { displayName, inputConfig: { requests: { requests: [{ request }] } } },
});

export const batchesExamples: readonly Example[] = [
  ...inBoth(
    'models.batchGenerateContent',
    {
      model: 'models/emulator-flash',
      body: {
        batch: {
          displayName: 'Gezeiten №3',
          inputConfig: { requests: { requests: [{ request: HIGH, metadata: { key: 'high' } }] } },
          priority: '2',
          webhookConfig: { uris: ['https://example.com/hook'], userMetadata: { team: 'pier' } },
        },
      },
    },
    'POST /v1beta/models/emulator-flash:batchGenerateContent',
    `{"name":"${BATCH}","metadata":{"@type":"${TYPES}.GenerateContentBatch","model":"models/emulator-flash","displayName":"Gezeiten №3","createTime":"2026-03-01T10:00:00.407650525Z","updateTime":"2026-03-01T10:00:00.407650525Z","batchStats":{"requestCount":"1","pendingRequestCount":"1"},"state":"BATCH_STATE_PENDING","name":"${BATCH}"}}`,
  ),
  ...inBoth(
    'models.asyncBatchEmbedContent',
    {
      model: 'models/emulator-embedding',
      body: batchOf('Kites', {
        content: { parts: [{ text: 'A kite is tethered.' }] },
        outputDimensionality: 3,
      }),
    },
    'POST /v1beta/models/emulator-embedding:asyncBatchEmbedContent',
    `{"name":"${EMBED_BATCH}","metadata":{"@type":"${TYPES}.EmbedContentBatch","model":"models/emulator-embedding","displayName":"Kites","createTime":"2026-03-01T10:00:00.5Z","updateTime":"2026-03-01T10:00:00.5Z","batchStats":{"requestCount":"1","pendingRequestCount":"1"},"state":"BATCH_STATE_PENDING","name":"${EMBED_BATCH}"}}`,
  ),
  ...inBoth(
    'tunedModels.batchGenerateContent',
    {
      model: 'tunedModels/haiku-writer-k2n8q',
      body: batchOf('Haiku', { contents: [{ parts: [{ text: 'rain' }] }] }),
    },
    'POST /v1beta/tunedModels/haiku-writer-k2n8q:batchGenerateContent',
    `{"name":"${BATCH}","metadata":{"@type":"${TYPES}.GenerateContentBatch","model":"tunedModels/haiku-writer-k2n8q","state":"BATCH_STATE_PENDING"}}`,
  ),
  ...inBoth(
    'tunedModels.asyncBatchEmbedContent',
    {
      model: 'tunedModels/harbour-vectors-1',
      body: batchOf('Vectors', { content: { parts: [{ text: 'Pier' }] } }),
    },
    'POST /v1beta/tunedModels/harbour-vectors-1:asyncBatchEmbedContent',
    `{"name":"${EMBED_BATCH}","metadata":{"@type":"${TYPES}.EmbedContentBatch","model":"tunedModels/harbour-vectors-1","state":"BATCH_STATE_PENDING"}}`,
  ),
  // What ended well has its answers twice: as the output in its metadata, and as the response.
  ...inBoth(
    'batches.get',
    { name: BATCH },
    `GET /v1beta/${BATCH}`,
    `{"name":"${BATCH}","metadata":{"@type":"${TYPES}.GenerateContentBatch","model":"models/emulator-flash","displayName":"Tides","output":{"inlinedResponses":{"inlinedResponses":[{"response":{"candidates":[{"content":{"parts":[{"text":"At noon."}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":3,"totalTokenCount":8}},"metadata":{"key":"high"}},{"error":{"code":3,"message":"Please use a valid role: user, model."},"metadata":{"key":"low"}}]}},"createTime":"2026-03-01T10:00:00.407650525Z","endTime":"2026-03-01T10:01:30.548158795Z","updateTime":"2026-03-01T10:01:30.548158754Z","batchStats":{"requestCount":"2","successfulRequestCount":"1","failedRequestCount":"1"},"state":"BATCH_STATE_SUCCEEDED","name":"${BATCH}"},"done":true,"response":{"@type":"${TYPES}.GenerateContentBatchOutput","inlinedResponses":{"inlinedResponses":[{"response":{"candidates":[{"content":{"parts":[{"text":"At noon."}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":3,"totalTokenCount":8}},"metadata":{"key":"high"}},{"error":{"code":3,"message":"Please use a valid role: user, model."},"metadata":{"key":"low"}}]}}}`,
  ),
  ...inBoth(
    'batches.list',
    { name: 'batches', filter: 'done=true', pageSize: 20, pageToken: 'CgQ=' },
    'GET /v1beta/batches?pageSize=20&pageToken=CgQ%3D&filter=done%3Dtrue',
    `{"operations":[{"name":"${BATCH}","metadata":{"@type":"${TYPES}.GenerateContentBatch","model":"models/emulator-flash","displayName":"Tides","inputConfig":{"fileName":"files/tides-4k2"},"state":"BATCH_STATE_FAILED"},"done":true,"error":{"code":13,"message":"Batch ${BATCH} failed without error."}}],"nextPageToken":"CgU="}`,
  ),
  ...inBoth('batches.cancel', { name: BATCH, body: {} }, `POST /v1beta/${BATCH}:cancel`, '{}\n'),
  ...inBoth('batches.delete', { name: BATCH }, `DELETE /v1beta/${BATCH}`, '{}'),
  ...inBoth(
    'batches.updateGenerateContentBatch',
    { 'batch.name': BATCH, updateMask: 'displayName', body: { displayName: 'Tides, again' } },
    `PATCH /v1beta/${BATCH}:updateGenerateContentBatch?updateMask=displayName`,
    `{"name":"${BATCH}","model":"models/emulator-flash","displayName":"Tides, again","batchStats":{"requestCount":"2"},"state":"BATCH_STATE_RUNNING"}`,
    { body: `{"name":"${BATCH}","displayName":"Tides, again"}` },
  ),
  ...inBoth(
    'batches.updateEmbedContentBatch',
    { 'batch.name': EMBED_BATCH, body: { displayName: 'Kites', priority: '7' } },
    `PATCH /v1beta/${EMBED_BATCH}:updateEmbedContentBatch`,
    `{"name":"${EMBED_BATCH}","model":"models/emulator-embedding","displayName":"Kites","priority":"7","state":"BATCH_STATE_PENDING"}`,
    { body: `{"name":"${EMBED_BATCH}","displayName":"Kites","priority":"7"}` },
  ),
  ...inBoth(
    'models.operations.get',
    { name: 'models/emulator-flash/operations/render-8' },
    'GET /v1beta/models/emulator-flash/operations/render-8',
    '{"name":"models/emulator-flash/operations/render-8"}',
  ),
  ...inBoth(
    'models.operations.list',
    { name: 'models/emulator-flash', pageSize: 5 },
    'GET /v1beta/models/emulator-flash/operations?pageSize=5',
    '{"operations":[{"name":"models/emulator-flash/operations/render-8"}],"nextPageToken":"CgQ="}',
  ),
  ...inBoth(
    'corpora.operations.get',
    { name: 'corpora/field-notes-4k2vq8x1m7zd/operations/index-3' },
    'GET /v1beta/corpora/field-notes-4k2vq8x1m7zd/operations/index-3',
    '{"name":"corpora/field-notes-4k2vq8x1m7zd/operations/index-3","done":true}',
  ),
  // Without `alt=media` there is a message, which has nothing in it.
  ...inBoth(
    'files.download',
    { name: 'files/haiku-7f2c' },
    'GET /v1beta/files/haiku-7f2c:download',
    '{}',
  ),
];
