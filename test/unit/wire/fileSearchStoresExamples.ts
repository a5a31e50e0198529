import { inBoth, type Example } from './example';

// The emulator has a store of this name from the start, with what is in it.
const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';

export const fileSearchStoresExamples: readonly Example[] = [
  ...inBoth(
    'fileSearchStores.create',
    { body: { displayName: 'Bücher №1', embeddingModel: 'models/gemini-embedding-2' } },
    'POST /v1beta/fileSearchStores',
    '{"name":"fileSearchStores/bucher-no1-m4k8v2x7q9wd","displayName":"Bücher №1","createTime":"2026-05-06T08:00:00.204117Z","updateTime":"2026-05-06T08:00:00.204117Z","embeddingModel":"models/gemini-embedding-2"}',
  ),
  ...inBoth(
    'fileSearchStores.get',
    { name: STORE },
    `GET /v1beta/${STORE}`,
    `{"name":"${STORE}","displayName":"Harbour library","createTime":"2026-05-06T08:00:00Z","updateTime":"2026-05-07T10:30:00.5Z","activeDocumentsCount":"12","pendingDocumentsCount":"1","failedDocumentsCount":"2","sizeBytes":"5368709120","embeddingModel":"models/gemini-embedding-001"}`,
  ),
  ...inBoth(
    'fileSearchStores.list',
    { pageSize: 20, pageToken: 'a+b/=' },
    'GET /v1beta/fileSearchStores?pageSize=20&pageToken=a%2Bb%2F%3D',
    `{"fileSearchStores":[{"name":"${STORE}","displayName":"Harbour library","sizeBytes":"984"},{"name":"fileSearchStores/c9r3y7t1b5np"}],"nextPageToken":"a+c/="}`,
  ),
  ...inBoth(
    'fileSearchStores.delete',
    { name: STORE, force: true },
    `DELETE /v1beta/${STORE}?force=true`,
    '{}\n',
  ),
  ...inBoth(
    'fileSearchStores.importFile',
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
    `POST /v1beta/${STORE}:importFile`,
    `{"name":"${STORE}/operations/haiku-of-the-harbour-tx-4n0b6s2k8vqy"}`,
  ),
  ...inBoth(
    'fileSearchStores.documents.get',
    { name: `${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk` },
    `GET /v1beta/${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk`,
    `{"name":"${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk","displayName":"Tide reader.txt","customMetadata":[{"key":"author","stringValue":"Ida"}],"updateTime":"2026-05-06T08:02:01Z","createTime":"2026-05-06T08:02:00Z","state":"STATE_ACTIVE","sizeBytes":"733","mimeType":"text/plain"}`,
  ),
  ...inBoth(
    'fileSearchStores.documents.list',
    { parent: STORE, pageSize: 2 },
    `GET /v1beta/${STORE}/documents?pageSize=2`,
    `{"documents":[{"name":"${STORE}/documents/rules-of-the-harbour-md-t5c0v9m2h7ra","state":"STATE_PENDING","sizeBytes":"104857600","mimeType":"text/markdown"},{"name":"${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk","state":"STATE_ACTIVE"}],"nextPageToken":"Cg4="}`,
  ),
  ...inBoth(
    'fileSearchStores.documents.delete',
    { name: `${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk`, force: true },
    `DELETE /v1beta/${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk?force=true`,
    '{}',
  ),
  ...inBoth(
    'fileSearchStores.operations.get',
    { name: `${STORE}/operations/tide-reader-txt-b1y6d3n8u4wk` },
    `GET /v1beta/${STORE}/operations/tide-reader-txt-b1y6d3n8u4wk`,
    `{"name":"${STORE}/operations/tide-reader-txt-b1y6d3n8u4wk","done":true,"response":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1main.ImportFileResponse","parent":"${STORE}","documentName":"${STORE}/documents/tide-reader-txt-b1y6d3n8u4wk"}}`,
  ),
  ...inBoth(
    'fileSearchStores.upload.operations.get',
    { name: `${STORE}/upload/operations/pilot-book-pdf-z7p2f9s5e1gj` },
    `GET /v1beta/${STORE}/upload/operations/pilot-book-pdf-z7p2f9s5e1gj`,
    `{"name":"${STORE}/upload/operations/pilot-book-pdf-z7p2f9s5e1gj","done":true,"error":{"code":3,"message":"The file ends early."}}`,
  ),
];
