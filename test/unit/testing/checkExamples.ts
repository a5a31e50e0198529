import { decisionExamples } from './decisionExamples';
import { BLOCKED, type CheckExample, plainExamples } from './plainExamples';
import { answerOf } from './world';

const CALLS = [
  answerOf('', {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { functionCall: { name: 'look', args: {} } },
            {
              functionCall: { name: 'book', args: { to: { city: 'Bern', zip: 3000 }, seats: [1] } },
            },
          ],
        },
        finishReason: 'STOP',
      },
    ],
  }),
];
const GROUNDED = [
  answerOf('', {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'So it is.' }] },
        finishReason: 'STOP',
        citationMetadata: { citationSources: [{ uri: 'https://x.test/a' }] },
        groundingMetadata: {
          groundingChunks: [{ retrievedContext: { title: 'handbook.pdf', text: 'other.pdf' } }],
        },
      },
    ],
  }),
];

/** Each check with what passes, what fails and, where that can be, what can't be measured. */
export const checkExamples: readonly CheckExample[] = [
  ...plainExamples,
  ...decisionExamples,
  {
    check: { type: 'jsonSchema', schema: { type: 'object', required: ['price'] } },
    answer: '{"price": 1}',
    verdict: 'pass',
    message: /matches the schema/,
  },
  {
    check: { type: 'jsonSchema', schema: { properties: { price: { type: 'number' } } } },
    answer: 'x```json\n{"price": "1"}\n```'.slice(1),
    verdict: 'fail',
    message: /\$\.price must be number/,
    points: '"price": "1"',
  },
  {
    check: {
      type: 'jsonSchema',
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        prefixItems: [{ type: 'string' }],
      },
    },
    answer: '[1]',
    verdict: 'notMeasured',
    message: /2020-12/,
  },
  {
    check: { type: 'jsonSchema', schema: {} },
    answer: '{"price": }',
    verdict: 'fail',
    message: /isn’t valid JSON\. .* at character 11\./,
    points: '}',
  },
  {
    check: { type: 'jsonSchema', schema: { type: 'oh' } },
    answer: '{}',
    verdict: 'notMeasured',
    message: /schema isn’t valid: .*type/,
  },
  {
    check: { type: 'jsonSchema' },
    answer: '{}',
    verdict: 'notMeasured',
    message: /Neither .* has a schema/,
  },
  {
    check: { type: 'jsonPath', path: '$.items[-1].price', min: 1, max: 2 },
    answer: '{"items": [{"price": 9}, {"price": 1.5}]}',
    verdict: 'pass',
    message: /is 1\.5/,
    points: '"price": 1.5',
  },
  {
    check: { type: 'jsonPath', path: 'items[0]["a b"]', value: { y: 1, x: [2] } },
    answer: '{"items": [{"a b": {"x": [2], "y": 1}}]}',
    verdict: 'pass',
    message: /is/,
  },
  {
    check: { type: 'jsonPath', path: '$.price', max: 2 },
    answer: '{"price": 3}',
    verdict: 'fail',
    message: /at most 2, but got 3\./,
    points: '"price": 3',
  },
  {
    check: { type: 'jsonPath', path: '$.price', value: 2 },
    answer: '{"prize": 3}',
    verdict: 'fail',
    message: /no value at \$\.price/,
  },
  {
    check: { type: 'jsonPath', path: '$.price', min: 2 },
    answer: '{"price": "3"}',
    verdict: 'fail',
    message: /to be a number, but got "3"\./,
  },
  {
    check: { type: 'called', name: 'book', args: { to: { city: 'Bern' } } },
    answer: CALLS,
    verdict: 'pass',
    message: /as expected/,
  },
  {
    check: { type: 'called', name: 'book', args: { to: { city: 'Genf' } } },
    answer: CALLS,
    verdict: 'fail',
    message: /book was called with different arguments/,
  },
  {
    check: { type: 'called', name: 'book', times: 2 },
    answer: CALLS,
    verdict: 'fail',
    message: /2 calls to book .*, but got 1\./,
  },
  {
    check: { type: 'called', name: 'cancel' },
    answer: CALLS,
    verdict: 'fail',
    message: /call to cancel, but look, book /,
  },
  {
    check: { type: 'called', name: 'cancel' },
    answer: 'No.',
    verdict: 'fail',
    message: /call to cancel, but no function was called/,
  },
  {
    check: { type: 'notCalled', name: 'cancel' },
    answer: CALLS,
    verdict: 'pass',
    message: /No unwanted function was called/,
  },
  { check: { type: 'notCalled' }, answer: CALLS, verdict: 'fail', message: /look was called/ },
  {
    check: { type: 'callOrder', names: ['look', 'book'] },
    answer: CALLS,
    verdict: 'pass',
    message: /expected order/,
  },
  {
    check: { type: 'callOrder', names: ['book', 'look'] },
    answer: CALLS,
    verdict: 'fail',
    message: /look wasn’t called in the expected order/,
  },
  {
    check: { type: 'cites', value: ['Handbook', 'x.test'] },
    answer: GROUNDED,
    verdict: 'pass',
    message: /cites the expected sources/,
  },
  {
    check: { type: 'cites', value: 'other.pdf' },
    answer: GROUNDED,
    verdict: 'fail',
    message: /doesn’t cite other\.pdf/,
  },
  {
    check: { type: 'cites', value: 'other.pdf' },
    answer: 'No.',
    verdict: 'notMeasured',
    message: /no source information/,
  },
  {
    check: { type: 'language', value: 'de' },
    answer: 'Der Drachen steigt in die Luft, und das ist nicht schwer zu sehen.',
    verdict: 'pass',
    message: /language .* is de\./,
  },
  {
    check: { type: 'language', value: 'en' },
    answer: 'Der Drachen steigt in die Luft, und das ist nicht schwer zu sehen.',
    verdict: 'fail',
    message: /in en, but got de\./,
  },
  {
    check: { type: 'language', value: 'en' },
    answer: 'OK',
    verdict: 'notMeasured',
    message: /Couldn’t detect the language/,
  },
  {
    check: { type: 'similar', value: 'A kite', min: 0.9 },
    answer: 'A kite',
    verdict: 'pass',
    message: /is 1\.000/,
  },
  {
    check: { type: 'similar', value: 'An owl', min: 0.9 },
    answer: 'A kite',
    verdict: 'fail',
    message: /at least 0\.9, but got 0\.000\./,
  },
  {
    check: { type: 'similar', value: 'An owl', min: 0.9 },
    answer: BLOCKED,
    verdict: 'notMeasured',
    message: /no words/,
  },
  {
    check: { type: 'judge', prompt: './polite.prompt.json' },
    answer: 'Please',
    verdict: 'pass',
    message: /judge accepted the response: It says Please/,
  },
  {
    check: { type: 'judge', prompt: './polite.prompt.json', min: 0.7 },
    answer: 'Please',
    verdict: 'fail',
    message: /rejected the response: It says Please/,
  },
  {
    check: { type: 'judge', prompt: './polite.prompt.json' },
    answer: 'Go away',
    verdict: 'fail',
    message: /rejected the response: It says Go away/,
  },
  {
    check: { type: 'judge', prompt: './gone.prompt.json' },
    answer: 'Please',
    verdict: 'notMeasured',
    message: /is gone/,
  },
  {
    check: { type: 'code', function: './checks.mjs#isTrue' },
    answer: 'Yes',
    verdict: 'pass',
    message: /isTrue returned true/,
  },
  {
    check: { type: 'code', function: './checks.mjs#isFalse' },
    answer: 'Yes',
    verdict: 'fail',
    message: /isFalse returned false/,
  },
  {
    check: { type: 'code', function: './checks.mjs#says' },
    answer: 'Yes',
    verdict: 'fail',
    message: /Yes is not enough/,
  },
  {
    check: { type: 'code', function: './checks.mjs#oh' },
    answer: 'Yes',
    verdict: 'notMeasured',
    message: /#oh must return true, false, or /,
  },
];
