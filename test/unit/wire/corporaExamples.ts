import { callExample, type Example } from './example';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';

export const corporaExamples: readonly Example[] = [
  callExample(
    'corpora.create',
    { body: { displayName: 'Vögel der Küste' } },
    'POST /v1beta/corpora',
    '{"name":"corpora/vogel-der-kuste-7w2n5c8r1t9k","displayName":"Vögel der Küste","createTime":"2024-04-19T08:03:12.604915Z","updateTime":"2024-04-19T08:03:12.604915Z"}',
  ),
  callExample(
    'corpora.delete',
    { name: CORPUS, force: true },
    `DELETE /v1beta/${CORPUS}?force=true`,
    '{}\n',
  ),
  callExample(
    'corpora.get',
    { name: CORPUS },
    `GET /v1beta/${CORPUS}`,
    `{"name":"${CORPUS}","displayName":"Field notes","createTime":"2024-03-02T17:45:09.018332Z","updateTime":"2024-04-11T06:20:51.970004Z"}`,
  ),
  callExample(
    'corpora.list',
    { pageSize: 20, pageToken: 'Cg/b+QE=' },
    'GET /v1beta/corpora?pageSize=20&pageToken=Cg%2Fb%2BQE%3D',
    `{"corpora":[{"name":"${CORPUS}","displayName":"Field notes","createTime":"2024-03-02T17:45:09.018332Z","updateTime":"2024-04-11T06:20:51.970004Z"},{"name":"corpora/letters","createTime":"2024-03-05T00:00:00Z","updateTime":"2024-03-05T00:00:00Z"}]}`,
  ),
  callExample(
    'corpora.patch',
    {
      'corpus.name': CORPUS,
      updateMask: 'displayName',
      // The resource with its name, which is the one that the URL has.
      body: { displayName: 'Field notes 2024' },
    },
    `PATCH /v1beta/${CORPUS}?updateMask=displayName`,
    `{"name":"${CORPUS}","displayName":"Field notes 2024","createTime":"2024-03-02T17:45:09.018332Z","updateTime":"2024-04-19T08:11:40.255871Z"}`,
    { body: `{"name":"${CORPUS}","displayName":"Field notes 2024"}` },
  ),
  callExample(
    'corpora.query',
    {
      name: CORPUS,
      body: {
        query: 'When do the brent geese leave?',
        metadataFilters: [
          {
            key: 'document.custom_metadata.author',
            conditions: [{ stringValue: 'Jørn', operation: 'EQUAL' }],
          },
        ],
        resultsCount: 25,
      },
    },
    `POST /v1beta/${CORPUS}:query`,
    `{"relevantChunks":[{"chunkRelevanceScore":0.83172,"chunk":{"name":"${CORPUS}/documents/spring-migration-9w3ht5c0rb6j/chunks/7qm4x2ks9d0v","data":{"stringValue":"The brent geese left on 18 May, two days later than in 2021."},"createTime":"2024-03-02T17:50:31.400718Z","updateTime":"2024-03-02T17:50:31.400718Z","state":"STATE_ACTIVE"},"document":{"name":"${CORPUS}/documents/spring-migration-9w3ht5c0rb6j","displayName":"Spring migration"}}]}`,
  ),
];
