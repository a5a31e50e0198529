import { operationIds } from '../../api/operations';
import { isWhole } from './fieldShapes';
import { parsePath } from './jsonPath';
import { any, choice, either, flag, list, map, number, record, text, type ValueOf } from './shape';

export const GENERATE = 'generate';

/** Response of a catch-all mock that fails the request as unmatched. */
export const FAIL = 'fail';

const isRegex = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `Invalid regular expression: ${String(error)}.`;
  }
};
const isJsonPath = (given: string): string | undefined =>
  parsePath(given) ? undefined : `${given} isn’t a path such as $.contents[-1].parts[0].text.`;
const operations = [GENERATE, 'live.bidiGenerateContent', ...operationIds()];

const textFields = {
  equals: text('Equals this text.'),
  contains: either(
    'Contains this text.',
    text('Contains this text.'),
    list('Contains all of these.', text('A string.')),
  ),
  regex: text('Matches this regular expression.', isRegex),
  flags: text('Flags of the regular expression, such as `i`.', (flags) =>
    /^[imsu]*$/.test(flags) ? undefined : 'Valid flags are i, m, s, and u.',
  ),
};

const matcher = (doc: string) =>
  either(doc, text('Equals this text.'), record('Text that matches all of these.', textFields));

const bodyCondition = either(
  'Expected value.',
  record('Value that matches all of these.', {
    equals: any('Equals this JSON.'),
    contains: text('Contains this text.'),
    regex: text('Matches this regular expression.', isRegex),
    exists: flag('Whether the value exists.'),
    above: number('Greater than this number.'),
    below: number('Less than this number.'),
  }),
  text('Equals this text.'),
  number('Equals this number.'),
  flag('Equals this value.'),
);

export const when = record(
  'Conditions. All of them must match. A mock without conditions always matches.',
  {
    operation: either(
      'API methods. Default: `generate`, which means all methods with a model response.',
      choice('An API method.', operations),
      list('Any of these.', choice('An API method.', operations)),
    ),
    model: either(
      'Model. `*` matches any characters.',
      text('A model, such as `gemini-*`.'),
      list('Any of these.', text('A model.')),
    ),
    user: matcher('Last user message.'),
    system: matcher('System instruction.'),
    tools: list(
      'Declared functions or built-in tools such as `googleSearch`. An empty list matches requests without tools.',
      text('Tool name.'),
    ),
    hasResult: flag('Whether the last turn has function results.'),
    result: matcher('Name of a function whose result is in the last turn.'),
    resultText: matcher('Text of a function result in the last turn.'),
    turn: number('Position of the model response in the conversation, starting with 1.', (turn) =>
      turn === 0 ? 'It must be a whole number of 1 or more.' : isWhole(turn),
    ),
    question: record('A question of `decisions.create`, which the mock answers with `decision`.', {
      id: matcher('Question ID.'),
      type: choice('Question type.', ['noul', 'choice', 'score']),
      instructions: matcher('Instructions of the question.'),
    }),
    body: map(
      'Request values by path. For methods with a model response, paths are those of `generateContent`.',
      bodyCondition,
      (all) =>
        Object.keys(all)
          .map(isJsonPath)
          .find((problem) => problem !== undefined),
    ),
    state: text('State of the session. It is `start` until a mock changes it.'),
    chance: number(
      'Share of requests to match, from 0 to 1. The same requests match after every start.',
      (share) => (share >= 0 && share <= 1 ? undefined : 'It must be from 0 to 1.'),
    ),
  },
);

export type When = ValueOf<typeof when>;
export type Matcher = ValueOf<ReturnType<typeof matcher>>;
export type BodyCondition = ValueOf<typeof bodyCondition>;
