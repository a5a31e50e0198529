import { callExamples, callExample, type Example } from './example';

// The emulator has a store of this name from the start, with what is in it.
const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';

export const fileSearchStoresExamples: readonly Example[] = [
  callExample(
    'fileSearchStores.create',
    'v1beta',
    { body: { displayName: 'Bücher №1', embeddingModel: 'models/gemini-embedding-2' } },
    {
      request: 'POST /v1beta/fileSearchStores',
      answer: `{
  "name": "fileSearchStores/bucher-no1-m4k8v2x7q9wd",
  "displayName": "Bücher №1",
  "createTime": "2026-05-06T08:00:00.204117Z",
  "updateTime": "2026-05-06T08:00:00.204117Z",
  "embeddingModel": "models/gemini-embedding-2"
}
`,
    },
  ),
  callExample(
    'fileSearchStores.create',
    'v1',
    { body: {} },
    {
      request: 'POST /v1/fileSearchStores',
      answer: '{"name":"fileSearchStores/c9r3y7t1b5np","createTime":"2026-05-06T08:00:00Z"}',
    },
  ),
  callExample(
    'fileSearchStores.get',
    'v1beta',
    { name: STORE },
    {
      request: 'GET /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd","displayName":"Harbour library","createTime":"2026-05-06T08:00:00Z","updateTime":"2026-05-07T10:30:00.5Z","activeDocumentsCount":"12","pendingDocumentsCount":"1","failedDocumentsCount":"2","sizeBytes":"5368709120","embeddingModel":"models/gemini-embedding-001"}',
    },
  ),
  callExample(
    'fileSearchStores.get',
    'v1',
    { name: STORE },
    {
      request: 'GET /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd',
      answer: `{
  "name": "fileSearchStores/harbour-library-3k8w1z6q0xnd",
  "activeDocumentsCount": "2",
  "failedDocumentsCount": "1"
}
`,
    },
  ),
  callExample(
    'fileSearchStores.list',
    'v1beta',
    { pageSize: 20, pageToken: 'a+b/=' },
    {
      request: 'GET /v1beta/fileSearchStores?pageSize=20&pageToken=a%2Bb%2F%3D',
      answer:
        '{"fileSearchStores":[{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd","displayName":"Harbour library","sizeBytes":"984"},{"name":"fileSearchStores/c9r3y7t1b5np"}],"nextPageToken":"a+c/="}',
    },
  ),
  callExample(
    'fileSearchStores.list',
    'v1',
    {},
    {
      request: 'GET /v1/fileSearchStores',
      answer: '{"fileSearchStores":[{"name":"fileSearchStores/c9r3y7t1b5np"}]}',
    },
  ),
  callExample(
    'fileSearchStores.delete',
    'v1beta',
    { name: STORE, force: true },
    {
      request: 'DELETE /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd?force=true',
      answer: '{}\n',
    },
  ),
  callExample(
    'fileSearchStores.delete',
    'v1',
    { name: STORE, force: true },
    {
      request: 'DELETE /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd?force=true',
      answer: '{}',
    },
  ),
  callExample(
    'fileSearchStores.importFile',
    'v1beta',
    {
      fileSearchStoreName: STORE,
      body: {
        fileName: 'files/haiku-7f2c',
        customMetadata: [
          { key: 'genre', stringValue: 'Lyrik' },
          { key: 'moods', stringListValue: { values: ['fog', 'calm'] } },
          { key: 'year', numericValue: 1998.5 },
        ],
        chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 512, maxOverlapTokens: 40 } },
      },
    },
    {
      request: 'POST /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd:importFile',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/operations/haiku-of-the-harbour-tx-4n0b6s2k8vqy"}',
    },
  ),
  callExample(
    'fileSearchStores.importFile',
    'v1',
    { fileSearchStoreName: STORE, body: { fileName: 'files/haiku-7f2c' } },
    {
      request: 'POST /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd:importFile',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/operations/haiku-of-the-harbour-tx-9d3z7f1j5hcu"}',
    },
  ),
  callExample(
    'fileSearchStores.documents.get',
    'v1beta',
    { name: `${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk` },
    {
      request:
        'GET /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/tide-reader-txt-b1y6d3n8u4wk',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/tide-reader-txt-b1y6d3n8u4wk","displayName":"Tide reader.txt","customMetadata":[{"key":"author","stringValue":"Ida"}],"updateTime":"2026-05-06T08:02:01Z","createTime":"2026-05-06T08:02:00Z","state":"STATE_ACTIVE","sizeBytes":"733","mimeType":"text/plain"}',
    },
  ),
  callExample(
    'fileSearchStores.documents.get',
    'v1',
    { name: `${STORE}/documents/pilot-book-pdf-z7p2f9s5e1gj` },
    {
      request:
        'GET /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/pilot-book-pdf-z7p2f9s5e1gj',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/pilot-book-pdf-z7p2f9s5e1gj","displayName":"Pilot book (damaged).pdf","state":"STATE_FAILED","sizeBytes":"482113","mimeType":"application/pdf"}',
    },
  ),
  callExample(
    'fileSearchStores.documents.list',
    'v1beta',
    { parent: STORE, pageSize: 2 },
    {
      request: 'GET /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents?pageSize=2',
      answer:
        '{"documents":[{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/rules-of-the-harbour-md-t5c0v9m2h7ra","state":"STATE_PENDING","sizeBytes":"104857600","mimeType":"text/markdown"},{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/tide-reader-txt-b1y6d3n8u4wk","state":"STATE_ACTIVE"}],"nextPageToken":"Cg4="}',
    },
  ),
  callExample(
    'fileSearchStores.documents.list',
    'v1',
    { parent: STORE, pageToken: 'Cg4=' },
    {
      request: 'GET /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents?pageToken=Cg4%3D',
      answer:
        '{"documents":[{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/pilot-book-pdf-z7p2f9s5e1gj"}]}',
    },
  ),
  callExample(
    'fileSearchStores.documents.delete',
    'v1beta',
    { name: `${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk`, force: true },
    {
      request:
        'DELETE /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/tide-reader-txt-b1y6d3n8u4wk?force=true',
      answer: '{}',
    },
  ),
  // A document that failed has no chunks, so that it goes without force.
  callExample(
    'fileSearchStores.documents.delete',
    'v1',
    { name: `${STORE}/documents/pilot-book-pdf-z7p2f9s5e1gj` },
    {
      request:
        'DELETE /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/pilot-book-pdf-z7p2f9s5e1gj',
      answer: '{}\n',
    },
  ),
  ...callExamples(
    'fileSearchStores.operations.get',
    ['v1beta', 'v1'],
    { name: `${STORE}/operations/tide-reader-txt-b1y6d3n8u4wk` },
    {
      request:
        'GET /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd/operations/tide-reader-txt-b1y6d3n8u4wk',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/operations/tide-reader-txt-b1y6d3n8u4wk","done":true,"response":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1main.ImportFileResponse","parent":"fileSearchStores/harbour-library-3k8w1z6q0xnd","documentName":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/tide-reader-txt-b1y6d3n8u4wk"}}',
    },
  ),
  callExample(
    'fileSearchStores.upload.operations.get',
    'v1beta',
    { name: `${STORE}/upload/operations/pilot-book-pdf-z7p2f9s5e1gj` },
    {
      request:
        'GET /v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/pilot-book-pdf-z7p2f9s5e1gj',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/pilot-book-pdf-z7p2f9s5e1gj","done":true,"error":{"code":3,"message":"The file ends early."}}',
    },
  ),
  callExample(
    'fileSearchStores.upload.operations.get',
    'v1',
    { name: `${STORE}/upload/operations/rules-of-the-harbour-md-t5c0v9m2h7ra` },
    {
      request:
        'GET /v1/fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/rules-of-the-harbour-md-t5c0v9m2h7ra',
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/rules-of-the-harbour-md-t5c0v9m2h7ra","done":true,"response":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1main.UploadToFileSearchStoreResponse","parent":"fileSearchStores/harbour-library-3k8w1z6q0xnd","documentName":"fileSearchStores/harbour-library-3k8w1z6q0xnd/documents/rules-of-the-harbour-md-t5c0v9m2h7ra"}}',
    },
  ),
];
