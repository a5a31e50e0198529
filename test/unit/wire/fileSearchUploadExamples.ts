import { inBoth, type Example } from './example';

const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';
const TEXT = 'Zwölf Boote.\r\n';

export const fileSearchUploadExamples: readonly Example[] = [
  // What is asked for is the body itself, and not within a message for the document.
  ...inBoth(
    'media.uploadToFileSearchStore',
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
    `POST /upload/v1beta/${STORE}:uploadToFileSearchStore`,
    `{"name":"${STORE}/upload/operations/bootchen-txt-2w9k4m7x1zqv"}`,
    {
      parts: [
        {
          head: 'Content-Type: application/json; charset=utf-8',
          bytes: Buffer.from(
            '{"displayName":"Böötchen.txt","customMetadata":[{"key":"genre","stringValue":"list"}],"chunkingConfig":{"whiteSpaceConfig":{"maxTokensPerChunk":200,"maxOverlapTokens":20}},"mimeType":"text/plain"}',
          ),
        },
        { head: 'Content-Type: text/plain', bytes: Buffer.from('Zwölf Boote.\r\n') },
      ],
    },
  ),
  // The bytes themselves come with `alt=media`, which is no parameter of the operation's own.
  ...inBoth(
    'fileSearchStores.media.download',
    { name: `${STORE}/media/chart-of-the-mole-png-q4h8x2c6v0my` },
    `GET /v1beta/${STORE}/media/chart-of-the-mole-png-q4h8x2c6v0my`,
    '{}',
  ),
];
