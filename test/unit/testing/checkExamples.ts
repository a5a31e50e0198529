import { decisionExamples } from './decisionExamples';
import { type CheckExample, plainExamples, example } from './plainExamples';
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
  example(
    { type: 'jsonSchema', schema: { type: 'object', required: ['price'] } },
    '{"price": 1}',
    'pass',
    /matches the schema/,
  ),
  example(
    { type: 'jsonSchema', schema: { properties: { price: { type: 'number' } } } },
    'x```json\n{"price": "1"}\n```'.slice(1),
    'fail',
    /\$\.price must be number/,
    '"price": "1"',
  ),
  example(
    { type: 'jsonSchema', schema: {} },
    '{"price": }',
    'fail',
    /isn’t valid JSON\. .* at character 11\./,
    '}',
  ),
  example({ type: 'jsonSchema' }, '{}', 'notMeasured', /Neither .* has a schema/),
  example(
    { type: 'jsonPath', path: '$.items[-1].price', min: 1, max: 2 },
    '{"items": [{"price": 9}, {"price": 1.5}]}',
    'pass',
    /is 1\.5/,
    '"price": 1.5',
  ),
  example(
    { type: 'jsonPath', path: '$.price', max: 2 },
    '{"price": 3}',
    'fail',
    /at most 2, but got 3\./,
    '"price": 3',
  ),
  example(
    { type: 'jsonPath', path: '$.price', value: 2 },
    '{"prize": 3}',
    'fail',
    /no value at \$\.price/,
  ),
  example(
    { type: 'called', name: 'book', args: { to: { city: 'Bern' } } },
    CALLS,
    'pass',
    /as expected/,
  ),
  example(
    { type: 'called', name: 'book', args: { to: { city: 'Genf' } } },
    CALLS,
    'fail',
    /book was called with different arguments/,
  ),
  example(
    { type: 'called', name: 'book', times: 2 },
    CALLS,
    'fail',
    /2 calls to book .*, but got 1\./,
  ),
  example({ type: 'called', name: 'cancel' }, CALLS, 'fail', /call to cancel, but look, book /),
  example({ type: 'notCalled', name: 'cancel' }, CALLS, 'pass', /No unwanted function was called/),
  example({ type: 'notCalled' }, CALLS, 'fail', /look was called/),
  example({ type: 'callOrder', names: ['look', 'book'] }, CALLS, 'pass', /expected order/),
  example(
    { type: 'callOrder', names: ['book', 'look'] },
    CALLS,
    'fail',
    /look wasn’t called in the expected order/,
  ),
  example(
    { type: 'cites', value: ['Handbook', 'x.test'] },
    GROUNDED,
    'pass',
    /cites the expected sources/,
  ),
  example({ type: 'cites', value: 'other.pdf' }, GROUNDED, 'fail', /doesn’t cite other\.pdf/),
  example({ type: 'cites', value: 'other.pdf' }, 'No.', 'notMeasured', /no source information/),
  example(
    { type: 'language', value: 'de' },
    'Der Drachen steigt in die Luft, und das ist nicht schwer zu sehen.',
    'pass',
    /language .* is de\./,
  ),
  example(
    { type: 'language', value: 'en' },
    'Der Drachen steigt in die Luft, und das ist nicht schwer zu sehen.',
    'fail',
    /in en, but got de\./,
  ),
  example({ type: 'language', value: 'en' }, 'OK', 'notMeasured', /Couldn’t detect the language/),
  example({ type: 'similar', value: 'A kite', min: 0.9 }, 'A kite', 'pass', /is 1\.000/),
  example(
    { type: 'similar', value: 'An owl', min: 0.9 },
    'A kite',
    'fail',
    /at least 0\.9, but got 0\.000\./,
  ),
  example(
    { type: 'judge', prompt: './polite.prompt.json' },
    'Please',
    'pass',
    /judge accepted the response: It says Please/,
  ),
  example(
    { type: 'judge', prompt: './polite.prompt.json', min: 0.7 },
    'Please',
    'fail',
    /rejected the response: It says Please/,
  ),
  example({ type: 'judge', prompt: './gone.prompt.json' }, 'Please', 'notMeasured', /is gone/),
  example({ type: 'code', function: './checks.mjs#isTrue' }, 'Yes', 'pass', /isTrue returned true/),
  example(
    { type: 'code', function: './checks.mjs#isFalse' },
    'Yes',
    'fail',
    /isFalse returned false/,
  ),
  example({ type: 'code', function: './checks.mjs#says' }, 'Yes', 'fail', /Yes is not enough/),
  example(
    { type: 'code', function: './checks.mjs#oh' },
    'Yes',
    'notMeasured',
    /#oh must return true, false, or /,
  ),
];
