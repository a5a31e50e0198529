import { callExample, type Example } from './example';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';
const DOCUMENT = 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j';

export const documentExamples: readonly Example[] = [
  callExample(
    'corpora.documents.create',
    {
      parent: CORPUS,
      body: {
        name: `${CORPUS}/documents/autumn-counts`,
        displayName: 'Autumn counts',
        customMetadata: [
          { key: 'author', stringValue: 'Jørn' },
          { key: 'tags', stringListValue: { values: ['waders', 'gulls'] } },
          { key: 'year', numericValue: 2023 },
        ],
      },
    },
    `POST /v1beta/${CORPUS}/documents`,
    `{"name":"${CORPUS}/documents/autumn-counts","displayName":"Autumn counts","customMetadata":[{"key":"author","stringValue":"Jørn"},{"key":"tags","stringListValue":{"values":["waders","gulls"]}},{"key":"year","numericValue":2023}],"updateTime":"2024-04-19T09:00:02.117Z","createTime":"2024-04-19T09:00:02.117Z"}`,
  ),
  callExample(
    'corpora.documents.delete',
    { name: `${CORPUS}/documents/empty-pages-0d8f2k6s4n1p`, force: false },
    `DELETE /v1beta/${CORPUS}/documents/empty-pages-0d8f2k6s4n1p?force=false`,
    '{}',
  ),
  callExample(
    'corpora.documents.get',
    { name: DOCUMENT },
    `GET /v1beta/${DOCUMENT}`,
    `{"name":"${DOCUMENT}","displayName":"Spring migration","customMetadata":[{"stringValue":"Ida","key":"author"}],"updateTime":"2024-03-02T17:48:00.550123456Z","createTime":"2024-03-02T17:48:00.550123456Z"}`,
  ),
  callExample(
    'corpora.documents.list',
    { parent: CORPUS, pageSize: 1, pageToken: 'seite 2 & mehr' },
    `GET /v1beta/${CORPUS}/documents?pageSize=1&pageToken=seite+2+%26+mehr`,
    `{"documents":[{"name":"${DOCUMENT}","displayName":"Spring migration","updateTime":"2024-03-02T17:48:00.550123Z","createTime":"2024-03-02T17:48:00.550123Z"}],"nextPageToken":"seite 3 & mehr"}`,
  ),
  callExample(
    'corpora.documents.patch',
    {
      'document.name': DOCUMENT,
      updateMask: 'displayName,customMetadata',
      body: {
        displayName: 'Frühjahrszug',
        customMetadata: [{ key: 'reviewed', numericValue: 0.5 }],
      },
    },
    `PATCH /v1beta/${DOCUMENT}?updateMask=displayName%2CcustomMetadata`,
    `{"name":"${DOCUMENT}","displayName":"Frühjahrszug","customMetadata":[{"key":"reviewed","numericValue":0.5}],"updateTime":"2024-04-19T09:14:27.803551Z","createTime":"2024-03-02T17:48:00.550123Z"}`,
    {
      body: `{"name":"${DOCUMENT}","displayName":"Frühjahrszug","customMetadata":[{"key":"reviewed","numericValue":0.5}]}`,
    },
  ),
  callExample(
    'corpora.documents.query',
    {
      name: DOCUMENT,
      body: {
        query: 'ringed birds',
        resultsCount: 100,
        metadataFilters: [
          {
            key: 'chunk.custom_metadata.page',
            conditions: [{ numericValue: 40.5, operation: 'LESS_EQUAL' }],
          },
        ],
      },
    },
    `POST /v1beta/${DOCUMENT}:query`,
    '{}\n',
  ),
];
