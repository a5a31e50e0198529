import { callExample, type Example } from './example';

const DOCUMENT = 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j';

export const chunkBatchExamples: readonly Example[] = [
  callExample(
    'corpora.documents.chunks.batchCreate',
    {
      parent: DOCUMENT,
      body: {
        requests: [
          {
            parent: DOCUMENT,
            chunk: {
              data: { stringValue: 'Day one: fog.' },
              customMetadata: [{ key: 'observer', stringValue: 'Ida' }],
            },
          },
        ],
      },
    },
    `POST /v1beta/${DOCUMENT}/chunks:batchCreate`,
    `{"chunks":[{"name":"${DOCUMENT}/chunks/h5u1s9gx4l2o","data":{"stringValue":"Day one: fog."},"customMetadata":[{"stringValue":"Ida","key":"observer"}],"createTime":"2024-04-19T10:30:00.100001Z","updateTime":"2024-04-19T10:30:00.100001Z","state":"STATE_PENDING_PROCESSING"}]}`,
  ),
  callExample(
    'corpora.documents.chunks.batchDelete',
    {
      parent: DOCUMENT,
      body: {
        requests: [{ name: `${DOCUMENT}/chunks/7qm4x2ks9d0v` }],
      },
    },
    `POST /v1beta/${DOCUMENT}/chunks:batchDelete`,
    '{}',
  ),
  callExample(
    'corpora.documents.chunks.batchUpdate',
    {
      parent: DOCUMENT,
      body: {
        requests: [
          {
            chunk: {
              name: `${DOCUMENT}/chunks/7qm4x2ks9d0v`,
              data: { stringValue: 'They left on 20 May.' },
              customMetadata: [{ key: 'page', numericValue: 13.5 }],
            },
            updateMask: 'data,customMetadata',
          },
        ],
      },
    },
    `POST /v1beta/${DOCUMENT}/chunks:batchUpdate`,
    `{"chunks":[{"name":"${DOCUMENT}/chunks/7qm4x2ks9d0v","data":{"stringValue":"They left on 20 May."},"customMetadata":[{"numericValue":13.5,"key":"page"}],"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-04-19T10:41:19.007Z","state":"STATE_PENDING_PROCESSING"}]}`,
  ),
];
