import type { JsonObject } from '../../api/schema/row';
import { GENERATE } from './parts';

/**
 * The checked fields of a response. Declared here because the mock format depends on this module.
 */
interface CheckedContent {
  readonly pieces?: readonly object[];
  readonly finish?: string;
}

interface CheckedResponse extends CheckedContent {
  readonly candidates?: readonly CheckedContent[];
  readonly fault?: string | JsonObject;
}

/** Response fields that a wire format can't express. `generateContent` supports all of them. */
export const UNSUPPORTED_FIELDS = {
  interactions: [
    'candidates',
    'finishMessage',
    'safetyRatings',
    'logprobs',
    'modelVersion',
    'responseId',
  ],
  'OpenAI chats': [
    'thought',
    'images',
    'image',
    'media',
    'sound',
    'part',
    'grounding',
    'citations',
    'safetyRatings',
    'finishMessage',
    'modelVersion',
  ],
  'live sessions': [
    'candidates',
    'finishMessage',
    'safetyRatings',
    'logprobs',
    'citations',
    'modelVersion',
    'responseId',
    'retryDelay',
    'quota',
    'details',
    'headers',
  ],
  batches: ['latency', 'rate', 'headers'],
} as const satisfies { readonly [form: string]: readonly string[] };

export type WireForm = keyof typeof UNSUPPORTED_FIELDS;

/** Maps finish reasons to `turnCompleteReason` of the Live API. STOP and MAX_TOKENS have none. */
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

/** Faults on bytes, finish reasons or created resources don't apply to Live API sessions. */
const NO_FAULTS_OF_SESSIONS = ['split', 'no-finish', 'unseen'];

export function unsupportedFields(
  answer: CheckedResponse | string,
  form: WireForm,
): readonly string[] {
  if (typeof answer === 'string') return [];
  const { candidates = [] } = answer;
  const fields = [answer, ...candidates].flatMap(fieldsOf);
  const lacks: readonly string[] = UNSUPPORTED_FIELDS[form];
  const found = fields.filter(
    (name) => lacks.includes(name) && (name !== 'candidates' || candidates.length > 1),
  );
  return [...new Set([...found, ...(form === 'live sessions' ? ofSession(answer) : [])])];
}

function fieldsOf(said: CheckedContent): readonly string[] {
  return [...Object.keys(said), ...(said.pieces ?? []).flatMap((piece) => Object.keys(piece))];
}

function ofSession({
  finish = 'STOP',
  fault,
  candidates: [first] = [],
}: CheckedResponse): readonly string[] {
  const end = first?.finish ?? finish;
  const { kind, at } = typeof fault === 'string' ? { kind: fault, at: undefined } : (fault ?? {});
  const isStrange = at !== undefined || NO_FAULTS_OF_SESSIONS.some((one) => one === kind);
  return [
    ...(end === 'STOP' || Object.hasOwn(TURN_REASONS, end) ? [] : ['finish']),
    ...(isStrange ? ['fault'] : []),
  ];
}

function formsOf(operations: readonly string[]): readonly WireForm[] {
  const all = Object.keys(UNSUPPORTED_FIELDS) as WireForm[];
  return all.filter((form) =>
    operations.some((one) => one === GENERATE || (OWN[one] ?? OF_OTHERS).includes(form)),
  );
}

/** Returns the wire format of API methods. Undefined if there are several or nothing is ignored. */
export function onlyWireForm(operations: readonly string[]): WireForm | undefined {
  const forms = new Set(operations.map((one) => OWN[one]?.[0]));
  const [form] = forms;
  return forms.size === 1 ? form : undefined;
}

const OWN: { readonly [operation: string]: readonly [WireForm] } = {
  'interactions.create': ['interactions'],
  'live.bidiGenerateContent': ['live sessions'],
};

/** OpenAI and batch requests match under the API method that they map to. */
const OF_OTHERS: readonly WireForm[] = ['OpenAI chats', 'batches'];

/** Returns a sentence about ignored response fields per wire format, for mocks that match several formats. */
export function unsupportedNotes({
  when: { operation = GENERATE } = {},
  response,
  responses = response === undefined ? [] : [response],
}: {
  readonly when?: { readonly operation?: string | readonly string[] };
  readonly response?: CheckedResponse | string;
  readonly responses?: readonly (CheckedResponse | string)[];
}): readonly string[] {
  return formsOf([operation].flat()).flatMap((form) => {
    const names = new Set(responses.flatMap((one) => unsupportedFields(one, form)));
    return names.size === 0 ? [] : [`Not supported in ${form}: ${[...names].join(', ')}.`];
  });
}
