import { callExample, type Example } from './example';

const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';
const TEXT = 'Zwölf Boote.\r\n';

export const fileSearchUploadExamples: readonly Example[] = [
  // What is asked for is the body itself, and not within a message for the document.
  callExample(
    'media.uploadToFileSearchStore',
    'v1beta',
    {
      fileSearchStoreName: STORE,
      body: {
        displayName: 'Böötchen.txt',
        customMetadata: [{ key: 'genre', stringValue: 'list' }],
        chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 200, maxOverlapTokens: 20 } },
        mimeType: 'text/plain',
      },
      media: { contentType: 'text/plain', data: Buffer.from(TEXT) },
    },
    {
      request:
        'POST /upload/v1beta/fileSearchStores/harbour-library-3k8w1z6q0xnd:uploadToFileSearchStore',
      parts: [
        {
          head: 'Content-Type: application/json; charset=utf-8',
          bytes: Buffer.from(
            '{"displayName":"Böötchen.txt","customMetadata":[{"key":"genre","stringValue":"list"}],"chunkingConfig":{"whiteSpaceConfig":{"maxTokensPerChunk":200,"maxOverlapTokens":20}},"mimeType":"text/plain"}',
          ),
        },
        { head: 'Content-Type: text/plain', bytes: Buffer.from('Zwölf Boote.\r\n') },
      ],
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/bootchen-txt-2w9k4m7x1zqv"}',
    },
  ),
  callExample(
    'media.uploadToFileSearchStore',
    'v1',
    {
      fileSearchStoreName: STORE,
      body: {},
      media: { contentType: 'application/pdf', data: Uint8Array.of(37, 80, 68, 70, 45) },
    },
    {
      request:
        'POST /upload/v1/fileSearchStores/harbour-library-3k8w1z6q0xnd:uploadToFileSearchStore',
      parts: [
        { head: 'Content-Type: application/json; charset=utf-8', bytes: Buffer.from('{}') },
        { head: 'Content-Type: application/pdf', bytes: Buffer.from('%PDF-') },
      ],
      answer:
        '{"name":"fileSearchStores/harbour-library-3k8w1z6q0xnd/upload/operations/6d0v3s8f5hbn"}',
    },
  ),
  ...(['v1beta', 'v1'] as const).map((version) =>
    callExample(
      'fileSearchStores.media.download',
      version,
      { name: `${STORE}/media/chart-of-the-mole-png-q4h8x2c6v0my` },
      {
        // The bytes themselves come with `alt=media`, which is no parameter of the operation's own.
        request: `GET /${version}/fileSearchStores/harbour-library-3k8w1z6q0xnd/media/chart-of-the-mole-png-q4h8x2c6v0my`,
        answer: '{}',
      },
    ),
  ),
];
