import { callExample, type Example } from './example';

export const chunkBatchExamples: readonly Example[] = [
  callExample(
    'corpora.documents.chunks.batchCreate',
    'v1beta',
    {
      parent: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j',
      body: {
        requests: [
          {
            parent: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j',
            chunk: {
              data: { stringValue: 'Day one: fog.' },
              customMetadata: [{ key: 'observer', stringValue: 'Ida' }],
            },
          },
          {
            parent: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j',
            chunk: {
              name: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/day-two',
              data: { stringValue: 'Day two: 12 °C.' },
            },
          },
        ],
      },
    },
    {
      request:
        'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks:batchCreate',
      answer: `{
  "chunks": [
    {
      "name": "corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/h5u1s9gx4l2o",
      "data": {
        "stringValue": "Day one: fog."
      },
      "customMetadata": [
        {
          "stringValue": "Ida",
          "key": "observer"
        }
      ],
      "createTime": "2024-04-19T10:30:00.100001Z",
      "updateTime": "2024-04-19T10:30:00.100001Z",
      "state": "STATE_PENDING_PROCESSING"
    },
    {
      "name": "corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/day-two",
      "data": {
        "stringValue": "Day two: 12 °C."
      },
      "createTime": "2024-04-19T10:30:00.100002Z",
      "updateTime": "2024-04-19T10:30:00.100002Z",
      "state": "STATE_PENDING_PROCESSING"
    }
  ]
}
`,
    },
  ),
  callExample(
    'corpora.documents.chunks.batchDelete',
    'v1beta',
    {
      parent: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j',
      body: {
        requests: [
          {
            name: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/7qm4x2ks9d0v',
          },
          {
            name: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/c1t8b5zr3y6w',
          },
        ],
      },
    },
    {
      request:
        'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks:batchDelete',
      answer: '{}',
    },
  ),
  callExample(
    'corpora.documents.chunks.batchUpdate',
    'v1beta',
    {
      parent: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j',
      body: {
        requests: [
          {
            chunk: {
              name: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/7qm4x2ks9d0v',
              data: { stringValue: 'They left on 20 May.' },
              customMetadata: [{ key: 'page', numericValue: 13.5 }],
            },
            updateMask: 'data,customMetadata',
          },
          {
            chunk: {
              name: 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/c1t8b5zr3y6w',
              data: { stringValue: 'Nothing seen.' },
            },
            updateMask: 'data',
          },
        ],
      },
    },
    {
      request:
        'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks:batchUpdate',
      answer:
        '{"chunks":[{"name":"corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/7qm4x2ks9d0v","data":{"stringValue":"They left on 20 May."},"customMetadata":[{"numericValue":13.5,"key":"page"}],"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-04-19T10:41:19.007Z","state":"STATE_PENDING_PROCESSING"},{"name":"corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j/chunks/c1t8b5zr3y6w","data":{"stringValue":"Nothing seen."},"createTime":"2024-03-02T17:50:32Z","updateTime":"2024-04-19T10:41:19.007Z","state":"STATE_PENDING_PROCESSING"}]}',
    },
  ),
];
