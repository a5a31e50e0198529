import type { JsonObject } from '../../api/schema/row';
import { GENERATE } from './conditionFormat';

/** What of an answer is looked at; the format of rules is made with these checks. */
interface Said {
  readonly pieces?: readonly object[];
  readonly finish?: string;
}

interface Answer extends Said {
  readonly candidates?: readonly Said[];
  readonly fault?: string | JsonObject;
}

/** Fields of answers and pieces that a form of the wire has no place for; `generateContent` and its streams have one for each. */
export const LEFT_OUT = {
  interactions: [
    ...['candidates', 'finishMessage', 'safetyRatings', 'logprobs', 'modelVersion', 'responseId'],
  ],
  'chats of OpenAI’s API': [
    ...['thought', 'images', 'image', 'media', 'sound', 'part', 'grounding', 'citations'],
    ...['safetyRatings', 'finishMessage', 'modelVersion'],
  ],
  'live sessions': [
    ...['candidates', 'finishMessage', 'safetyRatings', 'logprobs', 'citations', 'modelVersion'],
    ...['responseId', 'retryDelay', 'quota', 'details', 'headers'],
  ],
  batches: ['latency', 'rate', 'headers'],
} as const satisfies { readonly [form: string]: readonly string[] };

export type WireForm = keyof typeof LEFT_OUT;

/** Why an answer ended, as the turn of a live session says it. What ended well, or at its limit, has no reason. */
export const TURN_REASONS: { readonly [finish: string]: string } = {
  SAFETY: 'GENERATED_CONTENT_SAFETY',
  RECITATION: 'RESPONSE_REJECTED',
  LANGUAGE: 'RESPONSE_REJECTED',
  OTHER: 'GENERATED_OTHER',
  BLOCKLIST: 'GENERATED_CONTENT_BLOCKLIST',
  PROHIBITED_CONTENT: 'GENERATED_CONTENT_PROHIBITED',
  MALFORMED_FUNCTION_CALL: 'MALFORMED_FUNCTION_CALL',
  IMAGE_SAFETY: 'GENERATED_IMAGE_SAFETY',
  IMAGE_PROHIBITED_CONTENT: 'GENERATED_IMAGE_PROHIBITED',
};

/** Kinds of faults that are of bytes, of reasons for an end or of what is created: a live session has none. */
const NO_FAULTS_OF_SESSIONS = ['split', 'no-finish', 'unseen'];

/** What of an answer a form of the wire leaves out, by the names of its fields. */
export function leftOutOf(answer: Answer | string, form: WireForm): readonly string[] {
  if (typeof answer === 'string') return [];
  const { candidates = [] } = answer;
  const fields = [answer, ...candidates].flatMap(fieldsOf);
  const lacks: readonly string[] = LEFT_OUT[form];
  const found = fields.filter(
    (name) => lacks.includes(name) && (name !== 'candidates' || candidates.length > 1),
  );
  return [...new Set([...found, ...(form === 'live sessions' ? ofSession(answer) : [])])];
}

function fieldsOf(said: Said): readonly string[] {
  return [...Object.keys(said), ...(said.pieces ?? []).flatMap((piece) => Object.keys(piece))];
}

function ofSession({
  finish = 'STOP',
  fault,
  candidates: [first] = [],
}: Answer): readonly string[] {
  const end = first?.finish ?? finish;
  const { kind, at } = typeof fault === 'string' ? { kind: fault, at: undefined } : (fault ?? {});
  const isStrange = at !== undefined || NO_FAULTS_OF_SESSIONS.some((one) => one === kind);
  return [
    ...(end === 'STOP' || Object.hasOwn(TURN_REASONS, end) ? [] : ['finish']),
    ...(isStrange ? ['fault'] : []),
  ];
}

/** The forms in which operations are answered that a rule names, or has not named. */
function formsOf(operations: readonly string[]): readonly WireForm[] {
  const all = Object.keys(LEFT_OUT) as WireForm[];
  return all.filter((form) =>
    operations.some((one) => one === GENERATE || (OWN[one] ?? OF_OTHERS).includes(form)),
  );
}

/** The form in which an operation alone is answered; undefined where there are several, or where nothing is left out. */
export function onlyFormOf(operations: readonly string[]): WireForm | undefined {
  const forms = new Set(operations.map((one) => OWN[one]?.[0]));
  const [form] = forms;
  return forms.size === 1 ? form : undefined;
}

const OWN: { readonly [operation: string]: readonly [WireForm] } = {
  'interactions.create': ['interactions'],
  'live.bidiGenerateContent': ['live sessions'],
};

/** Requests in OpenAI's form and those of batches are of the operations that they stand for. */
const OF_OTHERS: readonly WireForm[] = ['chats of OpenAI’s API', 'batches'];

/** What is left out of a rule's answers where it answers in several forms, a sentence for each form. */
export function leftOutNotes({
  when: { operation = GENERATE } = {},
  response,
  responses = response === undefined ? [] : [response],
}: {
  readonly when?: { readonly operation?: string | readonly string[] };
  readonly response?: Answer | string;
  readonly responses?: readonly (Answer | string)[];
}): readonly string[] {
  return formsOf([operation].flat()).flatMap((form) => {
    const names = new Set(responses.flatMap((one) => leftOutOf(one, form)));
    return names.size === 0 ? [] : [`Not supported in ${form}: ${[...names].join(', ')}.`];
  });
}
