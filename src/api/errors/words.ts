import { cut } from '../errors';
import type { ServiceReason } from './advice';

/** What an error code means that is a word, as the Interactions API and its neighbours have it. */
export interface ErrorWord {
  readonly status: string;
  readonly httpStatus: number;
  /** Where the word says more than its status. */
  readonly advice?: { readonly reason: ServiceReason; readonly hint?: string };
}

const INVALID = { status: 'INVALID_ARGUMENT', httpStatus: 400 } as const;
const EXHAUSTED = { status: 'RESOURCE_EXHAUSTED', httpStatus: 429 } as const;
const MISSING = { status: 'NOT_FOUND', httpStatus: 404 } as const;

/** What was asked or answered is held back. */
function held(hint: string): ErrorWord {
  return {
    status: 'FAILED_PRECONDITION',
    httpStatus: 400,
    advice: { reason: 'precondition', hint },
  };
}

/** The model made something that cannot be used. */
function failed(hint: string): ErrorWord {
  return { status: 'INTERNAL', httpStatus: 500, advice: { reason: 'server', hint } };
}

const HARM = held('It was taken for harmful. Ask otherwise, or change the safety settings.');
const FORBIDDEN = held('The service does not answer this, whatever the safety settings are.');
const COPIED = held(
  'The answer was too much like something that exists. Ask for something of its own.',
);
const BAD_CALL = failed('The model called a tool in a way that cannot be read. Try again.');

const words: { readonly [word: string]: ErrorWord } = {
  invalid_request: INVALID,
  parameter_unknown: INVALID,
  failed_precondition: { status: 'FAILED_PRECONDITION', httpStatus: 400 },
  out_of_range: { status: 'OUT_OF_RANGE', httpStatus: 416 },
  authentication: { status: 'UNAUTHENTICATED', httpStatus: 401 },
  payment_required: {
    status: 'FAILED_PRECONDITION',
    httpStatus: 402,
    advice: { reason: 'credits', hint: 'The project has to pay for this. Look at its billing.' },
  },
  permission_denied: { status: 'PERMISSION_DENIED', httpStatus: 403 },
  not_found: MISSING,
  model_not_found: {
    ...MISSING,
    advice: {
      reason: 'modelNotFound',
      hint: 'The model may be retired, renamed, or not part of this version of the service. Choose another one.',
    },
  },
  already_exists: { status: 'ALREADY_EXISTS', httpStatus: 409 },
  aborted: { status: 'ABORTED', httpStatus: 409 },
  rate_limit_exceeded: EXHAUSTED,
  quota_exceeded: EXHAUSTED,
  too_many_requests: EXHAUSTED,
  cancelled: { status: 'CANCELLED', httpStatus: 499 },
  api_error: { status: 'INTERNAL', httpStatus: 500 },
  unimplemented: { status: 'UNIMPLEMENTED', httpStatus: 501 },
  service_unavailable: { status: 'UNAVAILABLE', httpStatus: 503 },
  deadline_exceeded: { status: 'DEADLINE_EXCEEDED', httpStatus: 504 },
  safety: HARM,
  image_safety: HARM,
  content_blocked: HARM,
  prohibited_content: FORBIDDEN,
  image_prohibited_content: FORBIDDEN,
  spii: held('The answer would have had personal data in it. Ask without.'),
  blocklist: held('A word of it is on a list of words that are not answered.'),
  language: held('The model does not speak this language.'),
  recitation: COPIED,
  image_recitation: COPIED,
  image_other: failed('The picture could not be made. Ask otherwise, or try again.'),
  no_image: failed('The model made no picture. Ask for one in words, or try again.'),
  malformed_function_call: BAD_CALL,
  malformed_tool_call: BAD_CALL,
  unexpected_tool_call: BAD_CALL,
  too_many_tool_calls: failed('The model called tools without coming to an end. Ask for less.'),
  missing_thought_signature: {
    ...INVALID,
    advice: {
      reason: 'invalidRequest',
      hint: 'A step went back without the signature that it came with. Send steps as they came.',
    },
  },
};

/** What a code means; undefined for one that nobody knows. */
export function wordOf(code: string): ErrorWord | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** A code as people read it, for an error that says nothing else. */
export function inWords(code: string): string {
  return cut(code.replaceAll('_', ' '), 100);
}
