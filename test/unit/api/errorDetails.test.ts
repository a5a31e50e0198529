import assert from 'node:assert/strict';
import { activationUrl, describeFields, readDetails } from '../../../src/api/errors/details';

const cases: readonly (readonly [string, string])[] = [
  [
    '* CreateCorpusRequest.corpus.display_name: must have at most 512 characters, and has 1600\n',
    'displayName is longer than 512 characters; it has 1,600.',
  ],
  [
    '* BatchCreateChunksRequest.requests[3].chunk.data.string_value: must have at most 2043 tokens, and has 9000',
    'stringValue of requests[3] has more than 2,043 tokens; it has 9,000.',
  ],
  [
    '* EmbedContentRequest.title: can only be set with task type RETRIEVAL_DOCUMENT',
    'title: can only be set with task type RETRIEVAL_DOCUMENT.',
  ],
  [
    'Wrong: * A.text_input: must not be empty\n* A.output: must not be empty',
    'Wrong: textInput: must not be empty. output: must not be empty.',
  ],
  ['API key not valid.', 'API key not valid.'],
  ["Invalid value at 'corpus.display_name'", "Invalid value at 'corpus.display_name'"],
];

describe('fields that the service finds fault with', () => {
  for (const [message, words] of cases) {
    it(`are told as ${JSON.stringify(words)}`, () => {
      assert.equal(describeFields(message), words);
    });
  }
});

const RPC = 'type.googleapis.com/google.rpc.';
const PAGE =
  'https://console.developers.google.com/apis/api/generativelanguage.googleapis.com/overview?project=1';

function urlFrom(activation: unknown, ...links: readonly string[]): string | undefined {
  return activationUrl(
    readDetails([
      {
        '@type': `${RPC}ErrorInfo`,
        reason: 'SERVICE_DISABLED',
        metadata: { activationUrl: activation },
      },
      { '@type': `${RPC}Help`, links: links.map((url) => ({ description: 'd', url })) },
    ]),
  );
}

describe('where an API is enabled', () => {
  it('is what the metadata say', () => {
    assert.equal(urlFrom(PAGE, 'https://console.cloud.google.com/other'), PAGE);
  });

  it('is what the help links to, where the metadata say nothing', () => {
    assert.equal(urlFrom(undefined, 'https://example.org/', PAGE), PAGE);
  });

  for (const url of [
    '',
    'http://console.developers.google.com/apis',
    'https://console.developers.google.com.evil.example/apis',
    'https://console.cloud.google.com@evil.example/',
    'javascript:alert(1)//console.cloud.google.com',
  ]) {
    it(`is never ${JSON.stringify(url)}`, () => {
      assert.equal(urlFrom(url), undefined);
    });
  }
});
