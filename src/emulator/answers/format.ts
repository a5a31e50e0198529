import { canonicalCodes } from '../../api/errors/decode';
import type { JsonObject } from '../../api/schema/row';
import { FAIL, GENERATE, content, contentProblem, piece, when } from './parts';
import { headerProblem } from '../controlValues';
import { unsupportedFields, onlyWireForm } from './unsupportedFields';
import {
  type Shape,
  type ValueOf,
  any,
  choice,
  either,
  isDelay,
  isTime,
  isWhole,
  list,
  map,
  number,
  path,
  record,
  templateText,
  text,
} from './shape';

// Single source of the mock format: JSON schema, validation and reference tables derive from here.

const answerFields = {
  ...content,
  candidates: list(
    'Several candidates instead of one.',
    record('A candidate.', content, (value) => contentProblem(value as JsonObject)),
  ),
  promptFeedback: map(
    'Prompt feedback, such as `{ "blockReason": "SAFETY" }`. If set, the response has no candidates.',
    any('A field.'),
  ),
  decision: either(
    'Answer to `when.question`: a number (probability of yes, or a level), an option, or a weight for each option or level.',
    number('Probability of yes, or a level.'),
    text('An option.'),
    map('Weights by option or level.', number('A weight.')),
  ),
  usage: record('Token counts to use instead of the emulator’s.', {
    prompt: number('Prompt tokens.', isWhole),
    output: number('Response tokens.', isWhole),
    thoughts: number('Thought tokens.', isWhole),
    cached: number('Cached prompt tokens.', isWhole),
    tools: number('Tokens of tool results.', isWhole),
  }),
  modelVersion: text('Model version in the response.'),
  responseId: text('Response ID.'),
  latency: number('Milliseconds until the first piece. Default: 0.', isTime),
  rate: number('Tokens per second after the first piece.', isWhole),
  error: either(
    'Error name or HTTP status. If text or pieces are set, the error follows them in the stream.',
    choice('Error name.', [...canonicalCodes.keys()]),
    number('HTTP status.', (code) =>
      Number.isInteger(code) && code >= 400 && code <= 599
        ? undefined
        : 'It must be from 400 to 599.',
    ),
  ),
  message: templateText('Error message. Default: the message of the API.'),
  retryDelay: text('Retry delay of the error (`RetryInfo`), such as `2s`.', isDelay),
  quota: record('Exceeded quota (`QuotaFailure`).', {
    metric: text('Metric, without the service name.'),
    id: text('Quota ID.'),
    limit: number('Quota limit.', isWhole),
  }),
  details: list('More error details, in the format of the API.', map('A detail.', any('A field.'))),
  headers: map('Headers of the error.', text('Header value.'), headerProblem),
  fault: either(
    'A fault on the connection. Applies to this response, or to the emulator’s own response if none is set.',
    text('Fault kind, such as `reset`.'),
    map('Fault kind with its fields, as in the control API.', any('A field.')),
  ),
  after: number('Number of stream pieces before the fault.', isWhole),
  raw: either(
    'Raw response message of the API method (`generateContent` if the mock is for `generate`).',
    map('A message.', any('A field.')),
    list('Messages of a stream.', map('A message.', any('A field.'))),
  ),
  file: path('Path of a JSON file with that message, relative to the mock file.', { isJson: true }),
  to: text('Next state of the session.'),
};

const contentNames = Object.keys(content);

const FORMS = ['candidates', 'raw', 'file', 'promptFeedback', 'decision'];
const OF_ERROR = ['message', 'retryDelay', 'quota', 'details', 'headers'];

const byName: Shape<typeof GENERATE | typeof FAIL> = choice(
  'The emulator’s own response, or the error for an unmatched request.',
  [GENERATE, FAIL],
);

const answer = either(
  'The response. `generate` uses the emulator’s own response. `fail` is a 404 error that names the closest mock.',
  byName,
  record('The response.', answerFields, (value) => answerProblem(value as JsonObject)),
);

function answerProblem(value: JsonObject): string | undefined {
  const has = (name: string): boolean => value[name] !== undefined;
  const forms = FORMS.filter(has);
  const parts = contentNames.filter(has);
  const clash = forms[1] ?? (forms[0] === undefined ? undefined : parts[0]);
  if (clash !== undefined) return `${forms[0]} can’t be combined with ${clash}.`;
  const clashing = contentProblem(value);
  if (clashing !== undefined) return clashing;
  if (has('error') && has('fault')) return 'error can’t be combined with fault.';
  const stray = has('error') ? undefined : OF_ERROR.find(has);
  if (stray !== undefined) return `${stray} requires error.`;
  if (has('after') && !has('fault')) return 'after requires fault.';
  const says = [...forms, ...parts, 'error', 'fault'].some(has);
  return says
    ? undefined
    : 'The response is empty. Add text, json, calls, pieces, error, fault, raw, file, or "generate".';
}

export function isGenerating(operation: string): boolean {
  return (
    operation === 'interactions.create' || /\.(g|streamG|bidiG)enerateContent$/.test(operation)
  );
}

export function operationsIn(operation: string | readonly string[] = GENERATE): readonly string[] {
  return typeof operation === 'string' ? [operation] : operation;
}

function hasContent(given: string | MockResponse | undefined): boolean {
  if (given === undefined || typeof given === 'string') return false;
  return [...contentNames, 'candidates', 'promptFeedback', 'usage'].some(
    (name) => given[name as keyof MockResponse] !== undefined,
  );
}

function decisionProblem(
  { operation, question }: ValueOf<typeof when> = {},
  all: readonly (string | MockResponse)[],
): string | undefined {
  const decides = (given: string | MockResponse): boolean =>
    typeof given !== 'string' && given.decision !== undefined;
  if (question === undefined)
    return all.some(decides) ? 'decision requires when.question.' : undefined;
  const isFor = operationsIn(operation).every((id) => id === 'decisions.create');
  if (!isFor) return 'when.question requires the operation decisions.create.';
  const plain = ['decision', 'to'];
  const isPlain = (given: string | MockResponse): boolean =>
    decides(given) && Object.keys(given).every((name) => plain.includes(name));
  return all.every(isPlain)
    ? undefined
    : 'With when.question, a response can have only decision and to.';
}

const rule = record(
  'A mock. The first mock whose conditions match is used.',
  {
    name: text('Name in the log and in the list of unused mocks.'),
    when,
    response: answer,
    responses: list('Several responses, one for each matching request in order.', answer),
    then: choice('Behavior after the last response. Default: `repeat-last`.', [
      'repeat-last',
      'cycle',
      'fall-through',
    ]),
    to: text('Next state of the session.'),
  },
  ({ when: conditions, response: one, responses: several, then }) => {
    if ((one === undefined) === (several === undefined))
      return 'A mock must have either response or responses.';
    if (several?.length === 0) return 'responses must have at least one entry.';
    if (then !== undefined && then !== 'fall-through' && !several)
      return `then: ${then} requires responses.`;
    const operations = operationsIn(conditions?.operation);
    const decided = decisionProblem(conditions, several ?? [one ?? '']);
    if (decided !== undefined) return decided;
    if (conditions?.question) return undefined;
    const other = operations.find((id) => id !== GENERATE && !isGenerating(id));
    if (other === undefined) {
      const form = onlyWireForm(operations);
      const [name] = form
        ? (several ?? [one ?? '']).flatMap((given) => unsupportedFields(given, form))
        : [];
      return name === undefined ? undefined : `${name} isn’t supported in ${form}.`;
    }
    const said = (several ?? [one]).find((given) => given === FAIL || hasContent(given));
    return said ? `${other} has no model response. Use raw, file, error, or fault.` : undefined;
  },
);

export const fileFormat = record('Mock responses of the emulator.', {
  $schema: text('Schema of this file.'),
  waits: number('Factor for all delays in this file. 0 turns them off.', (factor) =>
    factor >= 0 ? undefined : 'It must be 0 or greater.',
  ),
  mocks: list('Mocks, in order. The first mock that matches is used.', rule),
});

export type RuleFile = ValueOf<typeof fileFormat>;
export type Rule = ValueOf<typeof rule>;
export type MockResponse = Exclude<ValueOf<typeof answer>, string>;
export type Content = Pick<MockResponse, keyof typeof content>;

/** Returns the fault of a response in control API form. Undefined if there is none. */
export function responseFault({ fault, after = 0 }: MockResponse): JsonObject | undefined {
  if (fault === undefined) return undefined;
  return { ...(typeof fault === 'string' ? { kind: fault } : fault), after };
}

export const formatTables = {
  mock: rule,
  when,
  response: record('', answerFields),
  piece,
} as const;
