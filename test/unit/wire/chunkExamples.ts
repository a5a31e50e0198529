import { callExample, type Example } from './example';

const DOCUMENT = 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j';

export const chunkExamples: readonly Example[] = [
  callExample(
    'corpora.documents.chunks.create',
    {
      parent: DOCUMENT,
      body: {
        data: { stringValue: 'Ein „Knutt“ mit Ring.\nDann Regen ☔' },
        customMetadata: [{ key: 'tags', stringListValue: { values: ['ringing'] } }],
      },
    },
    `POST /v1beta/${DOCUMENT}/chunks`,
    `{"name":"${DOCUMENT}/chunks/m0e6y3fj8w5a","data":{"stringValue":"Ein „Knutt“ mit Ring.\\nDann Regen ☔"},"customMetadata":[{"stringListValue":{"values":["ringing"]},"key":"tags"}],"createTime":"2024-04-19T10:02:44.019206Z","updateTime":"2024-04-19T10:02:44.019206Z","state":"STATE_PENDING_PROCESSING"}`,
  ),
  callExample(
    'corpora.documents.chunks.delete',
    { name: `${DOCUMENT}/chunks/c1t8b5zr3y6w` },
    `DELETE /v1beta/${DOCUMENT}/chunks/c1t8b5zr3y6w`,
    '{}\n',
  ),
  callExample(
    'corpora.documents.chunks.get',
    { name: `${DOCUMENT}/chunks/7qm4x2ks9d0v` },
    `GET /v1beta/${DOCUMENT}/chunks/7qm4x2ks9d0v`,
    `{"name":"${DOCUMENT}/chunks/7qm4x2ks9d0v","data":{"stringValue":"The brent geese left on 18 May, two days later than in 2021."},"customMetadata":[{"numericValue":12,"key":"page"}],"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-03-02T17:50:31.400718Z","state":"STATE_ACTIVE"}`,
  ),
  callExample(
    'corpora.documents.chunks.list',
    { parent: DOCUMENT, pageSize: 100 },
    `GET /v1beta/${DOCUMENT}/chunks?pageSize=100`,
    `{"chunks":[{"name":"${DOCUMENT}/chunks/7qm4x2ks9d0v","data":{"stringValue":"The brent geese left on 18 May, two days later than in 2021."},"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-03-02T17:50:31.400718Z","state":"STATE_ACTIVE"},{"name":"${DOCUMENT}/chunks/c1t8b5zr3y6w","data":{"stringValue":"…"},"createTime":"2024-03-02T17:50:32Z","updateTime":"2024-03-02T17:50:32Z","state":"STATE_FAILED"}],"nextPageToken":"CiQx"}`,
  ),
  callExample(
    'corpora.documents.chunks.patch',
    {
      'chunk.name': `${DOCUMENT}/chunks/7qm4x2ks9d0v`,
      updateMask: 'data',
      body: { data: { stringValue: 'The brent geese left on 19 May.' } },
    },
    `PATCH /v1beta/${DOCUMENT}/chunks/7qm4x2ks9d0v?updateMask=data`,
    `{"name":"${DOCUMENT}/chunks/7qm4x2ks9d0v","data":{"stringValue":"The brent geese left on 19 May."},"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-04-19T10:20:05.631440Z","state":"STATE_PENDING_PROCESSING"}`,
    {
      body: `{"name":"${DOCUMENT}/chunks/7qm4x2ks9d0v","data":{"stringValue":"The brent geese left on 19 May."}}`,
    },
  ),
];
