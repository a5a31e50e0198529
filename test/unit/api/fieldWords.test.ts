import assert from 'node:assert/strict';
import { fieldsInWords } from '../../../src/api/errors/details';

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
      assert.equal(fieldsInWords(message), words);
    });
  }
});
