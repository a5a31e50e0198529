import { operationIds } from '../../api/operations';
import { isWhole } from './fieldShapes';
import { parsePath } from './jsonPath';
import { any, choice, either, flag, list, map, number, record, text, type ValueOf } from './shape';

// What the conditions of a rule may be.

/** What stands for all operations in which a model answers. */
export const GENERATE = 'generate';

/** The answer of a rule for requests that no other one should have missed. */
export const FAIL = 'fail';

const isRegex = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `It is no regular expression: ${String(error)}.`;
  }
};
const isJsonPath = (given: string): string | undefined =>
  parsePath(given) ? undefined : `${given} is no path such as $.contents[-1].parts[0].text.`;
const operations = [GENERATE, 'live.bidiGenerateContent', ...operationIds()];

const textFields = {
  equals: text('Exactly this text.'),
  contains: either(
    'This stands in it.',
    text('This stands in it.'),
    list('All of these stand in it.', text('One of them.')),
  ),
  regex: text('This regular expression finds something in it.', isRegex),
  flags: text('Flags of the regular expression, such as `i`.', (flags) =>
    /^[imsu]*$/.test(flags) ? undefined : 'Flags may be i, m, s and u.',
  ),
};

const matcher = (doc: string) =>
  either(doc, text('Exactly this text.'), record('A text that fits all of these.', textFields));

const bodyCondition = either(
  'What must stand there.',
  record('A value that fits all of these.', {
    equals: any('Exactly this JSON.'),
    contains: text('This stands in the text there.'),
    regex: text('This regular expression finds something in the text there.', isRegex),
    exists: flag('Whether there is anything.'),
    above: number('A number greater than this.'),
    below: number('A number less than this.'),
  }),
  text('Exactly this text.'),
  number('Exactly this number.'),
  flag('Exactly this.'),
);

export const when = record(
  'The conditions of a rule: all of them must hold. Without any, it always answers.',
  {
    operation: either(
      'The operations that it answers; `generate`, which is what it is without this, stands for all in which a model answers.',
      choice('One operation.', operations),
      list('One of these.', choice('One operation.', operations)),
    ),
    model: either(
      'The model; `*` stands for any characters.',
      text('One model, such as `gemini-*`.'),
      list('One of these.', text('A model.')),
    ),
    user: matcher('What the user said last.'),
    system: matcher('The system instruction.'),
    tools: list(
      'Functions, or tools of the service such as `googleSearch`, that are declared; an empty list: none is.',
      text('Its name.'),
    ),
    hasResult: flag('Whether the last turn has results of functions.'),
    result: matcher('The name of a function whose result is in the last turn.'),
    resultText: matcher('The text of a result in the last turn.'),
    turn: number(
      'Which answer of the model in the conversation it is for: 1 is the first.',
      (turn) => (turn === 0 ? 'It must be a whole number from 1.' : isWhole(turn)),
    ),
    body: map(
      'Values of the request by their paths: of `generateContent` where a model answers, whatever was asked on the wire.',
      bodyCondition,
      (all) =>
        Object.keys(all)
          .map(isJsonPath)
          .find((problem) => problem !== undefined),
    ),
    state: text('The state of the session, which is `start` until a rule changes it.'),
    chance: number(
      'The share of requests that it answers, from 0 to 1: the same ones at every start.',
      (share) => (share >= 0 && share <= 1 ? undefined : 'It must be from 0 to 1.'),
    ),
  },
);

export type When = ValueOf<typeof when>;
export type Matcher = ValueOf<ReturnType<typeof matcher>>;
export type BodyCondition = ValueOf<typeof bodyCondition>;
