import { canonicalCodes } from '../../api/errors/decode';
import type { JsonObject } from '../../api/schema/row';
import { FAIL, GENERATE, when } from './conditionFormat';
import { content, contentProblem, piece } from './contentFormat';
import { headerProblem } from '../controlValues';
import { leftOutOf, onlyFormOf } from './leftOut';
import { filledText, isDelay, isTime, isWhole } from './fieldShapes';
import {
  any,
  choice,
  either,
  list,
  map,
  number,
  path,
  record,
  type Shape,
  text,
  type ValueOf,
} from './shape';

// The format of answers: what the JSON schema, the checks and the tables of the manual are made of.

const answerFields = {
  ...content,
  candidates: list(
    'Several answers in place of one.',
    record('An answer.', content, (value) => contentProblem(value as JsonObject)),
  ),
  promptFeedback: map(
    'What is said of the prompt, such as `{ "blockReason": "SAFETY" }`: nothing is answered then.',
    any('A field.'),
  ),
  usage: record('Tokens, in place of those that the emulator counts.', {
    prompt: number('Of the prompt.', isWhole),
    output: number('Of the answer.', isWhole),
    thoughts: number('Of the thoughts.', isWhole),
    cached: number('Of the prompt, from a cache.', isWhole),
    tools: number('Of what tools gave the model.', isWhole),
  }),
  modelVersion: text('The model that is said to have answered.'),
  responseId: text('The id of the answer.'),
  latency: number(
    'Milliseconds to the first piece. What is scripted comes at once otherwise.',
    isTime,
  ),
  rate: number('Tokens per second after that.', isWhole),
  error: either(
    'An error, by its name or its HTTP status. With a text or pieces it comes after them in a stream.',
    choice('Its name.', [...canonicalCodes.keys()]),
    number('Its HTTP status.', (code) =>
      Number.isInteger(code) && code >= 400 && code <= 599
        ? undefined
        : 'It must be from 400 to 599.',
    ),
  ),
  message: filledText('What the error says; as the service says it without this.'),
  retryDelay: text('The wait that the error asks for (`RetryInfo`), such as `2s`.', isDelay),
  quota: record('The quota that is exceeded (`QuotaFailure`).', {
    metric: text('The metric, without the service’s name.'),
    id: text('The id of the quota.'),
    limit: number('How much it allows.', isWhole),
  }),
  details: list(
    'More details of the error, as the API has them.',
    map('A detail.', any('A field.')),
  ),
  headers: map('Headers of the error.', text('Its value.'), headerProblem),
  fault: either(
    'Something that goes wrong on the way: a kind of fault, of this answer or of the emulator’s own where it has none.',
    text('The kind, such as `reset`.'),
    map('The kind with its fields, as the control API takes it.', any('A field.')),
  ),
  after: number('Pieces of a stream that come before the fault.', isWhole),
  raw: either(
    'The message on the wire: of `generateContent` where the rule is for `generate`, else of its operation.',
    map('The message.', any('A field.')),
    list('The messages of a stream.', map('A message.', any('A field.'))),
  ),
  file: path('A JSON file with that message, from the folder of the rules.', { isJson: true }),
  to: text('The next state of the session.'),
};

const contentNames = Object.keys(content);

/** What an answer is made of, none of which goes with another. */
const FORMS = ['candidates', 'raw', 'file', 'promptFeedback'];
const OF_ERROR = ['message', 'retryDelay', 'quota', 'details', 'headers'];

const byName: Shape<typeof GENERATE | typeof FAIL> = choice(
  'As the emulator answers by itself, or as a request that rules have missed.',
  [GENERATE, FAIL],
);

const answer = either(
  'What is answered. `generate` leaves it to the emulator; `fail` is 404 with the rule that comes nearest.',
  byName,
  record('What is answered.', answerFields, (value) => answerProblem(value as JsonObject)),
);

function answerProblem(value: JsonObject): string | undefined {
  const has = (name: string): boolean => value[name] !== undefined;
  const forms = FORMS.filter(has);
  const parts = contentNames.filter(has);
  const clash = forms[1] ?? (forms[0] === undefined ? undefined : parts[0]);
  if (clash !== undefined) return `${forms[0]} can't stand beside ${clash}.`;
  const clashing = contentProblem(value);
  if (clashing !== undefined) return clashing;
  if (has('error') && has('fault')) return "error can't stand beside fault.";
  const stray = has('error') ? undefined : OF_ERROR.find(has);
  if (stray !== undefined) return `${stray} belongs to an error, and there is none.`;
  if (has('after') && !has('fault')) return 'after belongs to a fault, and there is none.';
  const says = [...forms, ...parts, 'error', 'fault'].some(has);
  return says
    ? undefined
    : 'It answers nothing: write text, json, calls, pieces, error, fault, raw, file or "generate".';
}

/** The operations in which a model answers; those of live sessions are one. */
export function isGenerating(operation: string): boolean {
  return (
    operation === 'interactions.create' || /\.(g|streamG|bidiG)enerateContent$/.test(operation)
  );
}

/** The operations that a rule names. */
export function operationsIn(operation: string | readonly string[] = GENERATE): readonly string[] {
  return typeof operation === 'string' ? [operation] : operation;
}

/** Whether an answer has what only a model says. */
function saysSomething(given: string | Answer | undefined): boolean {
  if (given === undefined || typeof given === 'string') return false;
  return [...contentNames, 'candidates', 'promptFeedback', 'usage'].some(
    (name) => given[name as keyof Answer] !== undefined,
  );
}

const rule = record(
  'A rule: the first whose conditions hold answers.',
  {
    name: text('What it is called in the log, and in the list of rules that were never used.'),
    when,
    answer,
    answers: list('One after the other, in place of one answer.', answer),
    then: choice('What comes after the last of them; `repeat-last` without this.', [
      'repeat-last',
      'cycle',
      'fall-through',
    ]),
    to: text('The next state of the session.'),
  },
  ({ when: conditions, answer: one, answers: several, then }) => {
    if ((one === undefined) === (several === undefined))
      return 'A rule has either answer or answers.';
    if (several?.length === 0) return 'answers must have at least one.';
    if (then !== undefined && then !== 'fall-through' && !several)
      return `then: ${then} needs answers.`;
    const operations = operationsIn(conditions?.operation);
    const other = operations.find((id) => id !== GENERATE && !isGenerating(id));
    if (other === undefined) {
      const form = onlyFormOf(operations);
      const [name] = form
        ? (several ?? [one ?? '']).flatMap((given) => leftOutOf(given, form))
        : [];
      return name === undefined ? undefined : `${name} is left out in ${form}.`;
    }
    const said = (several ?? [one]).find((given) => given === FAIL || saysSomething(given));
    return said
      ? `${other} is not answered by a model: write raw, file, error or fault.`
      : undefined;
  },
);

export const fileFormat = record('Scripted answers of the emulator.', {
  $schema: text('The schema of this file.'),
  waits: number('What all waits of this file are multiplied by; 0 for none.', (factor) =>
    factor >= 0 ? undefined : 'It must be a number from 0.',
  ),
  rules: list('The rules, in the order in which they are asked.', rule),
});

export type RuleFile = ValueOf<typeof fileFormat>;
export type Rule = ValueOf<typeof rule>;
export type Answer = Exclude<ValueOf<typeof answer>, string>;
export type Content = Pick<Answer, keyof typeof content>;

/** The fault of an answer as the control API takes it; undefined where it has none. */
export function faultOf({ fault, after = 0 }: Answer): JsonObject | undefined {
  if (fault === undefined) return undefined;
  return { ...(typeof fault === 'string' ? { kind: fault } : fault), after };
}

/** The parts of the format that the manual has a table of. */
export const formatTables = { rule, when, answer: record('', answerFields), piece } as const;
