import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Violation } from '../api/schema/validate';

const canonical: { readonly [http: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** What the younger part of the service says in place of canonical names, by these or by HTTP statuses without one. */
const words: { readonly [status: string]: string } = {
  INVALID_ARGUMENT: 'invalid_request',
  FAILED_PRECONDITION: 'failed_precondition',
  UNAUTHENTICATED: 'authentication',
  402: 'payment_required',
  PERMISSION_DENIED: 'permission_denied',
  NOT_FOUND: 'not_found',
  ALREADY_EXISTS: 'already_exists',
  ABORTED: 'aborted',
  OUT_OF_RANGE: 'out_of_range',
  RESOURCE_EXHAUSTED: 'rate_limit_exceeded',
  CANCELLED: 'cancelled',
  UNIMPLEMENTED: 'unimplemented',
  UNAVAILABLE: 'service_unavailable',
  DEADLINE_EXCEEDED: 'deadline_exceeded',
};

/**
 * What the service answers in place of a result: `google.rpc.Status` in its JSON form, or the word and the text that its
 * younger part has.
 */
export class StatusError extends Error {
  /** The HTTP status. */
  readonly code: number;
  /** The canonical name, such as `NOT_FOUND`. */
  readonly status: string;
  readonly details: readonly JsonObject[];
  readonly headers: { readonly [name: string]: string };
  /** The code of the younger part of the service, such as `not_found`. */
  readonly word: string;

  /** @param code the HTTP status; the canonical name follows from it where none is given. */
  constructor(
    code: number,
    message: string,
    options: {
      readonly status?: string;
      readonly details?: readonly JsonObject[];
      readonly headers?: { readonly [name: string]: string };
      readonly word?: string;
    } = {},
  ) {
    super(message);
    this.name = 'StatusError';
    this.code = code;
    this.status = options.status ?? canonical[code] ?? 'UNKNOWN';
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
    this.word = options.word ?? words[this.status] ?? words[code] ?? 'api_error';
  }

  /** @param form how its operation names things: with `snake` the code is a word. */
  toJson(form?: 'snake'): JsonObject {
    if (form === 'snake') return { error: { code: this.word, message: this.message } };
    const details: { details?: JsonValue } = this.details.length ? { details: this.details } : {};
    return { error: { code: this.code, message: this.message, status: this.status, ...details } };
  }
}

const SERVICE = 'generativelanguage.googleapis.com';

function detail(type: string, fields: JsonObject): JsonObject {
  return { '@type': `type.googleapis.com/google.rpc.${type}`, ...fields };
}

/** The wait that an error asks for. @param retryDelay such as `2s`. */
export function retryInfo(retryDelay: string): JsonObject {
  return detail('RetryInfo', { retryDelay });
}

export function errorInfo(reason: string, metadata: JsonObject = {}): JsonObject {
  const all = { service: SERVICE, ...metadata };
  return detail('ErrorInfo', { reason, domain: 'googleapis.com', metadata: all });
}

export function localizedMessage(message: string): JsonObject {
  return detail('LocalizedMessage', { locale: 'en-US', message });
}

/** 400 for what the JSON front end refuses: one message with a line per violation, and their list. */
export function badRequest(violations: readonly Violation[]): StatusError {
  const fieldViolations = violations.map(({ field, description }) =>
    field === '' ? { description } : { field, description },
  );
  const message = violations.map((violation) => violation.description).join('\n');
  const details = [detail('BadRequest', { fieldViolations })];
  const isUnknown = violations.some((violation) => violation.isUnknown);
  return new StatusError(400, message, {
    details,
    ...(isUnknown ? { word: 'parameter_unknown' } : {}),
  });
}

/** 400 for what is refused after reading: one bullet per problem, each ended by a newline; no details. */
export function badFields(problems: readonly string[]): StatusError {
  return new StatusError(400, problems.map((problem) => `${problem}\n`).join(''));
}

/** Throws the 400 of `badFields` where there are problems. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw badFields(problems);
}

/** 400 where the request is right and the state of things is not, such as a parent with children. */
export function failedPrecondition(message: string): StatusError {
  return new StatusError(400, message, { status: 'FAILED_PRECONDITION' });
}

/** 409 as environments, credentials and agents say it of what is there already, or is changed by somebody else. */
export function aborted(): StatusError {
  return new StatusError(409, 'Requested entity already exists', { status: 'ABORTED' });
}

/** A quota that does not allow a call. */
interface ExceededQuota {
  /** Without the service's name. */
  readonly metric?: string;
  readonly quotaId?: string;
  readonly limit?: number;
  /** With or without its collection. */
  readonly model: string;
  /** What the service asks to wait, such as `2s`. */
  readonly retryDelay: string;
  /** The code of the younger part of the service. */
  readonly word?: string;
}

/** The id of the quota of generation for a span of time. */
export function requestQuotaId(span: 'PerMinute' | 'PerDay'): string {
  return `GenerateRequests${span}PerProjectPerModel-FreeTier`;
}

const RATE_LIMITS = 'https://ai.google.dev/gemini-api/docs/rate-limits';

/** 429 with what was exceeded, and the wait that the service asks for. */
export function quotaExceeded(exceeded: ExceededQuota): StatusError {
  const {
    metric = 'generate_content_free_tier_requests',
    quotaId = requestQuotaId('PerMinute'),
    limit = 15,
    retryDelay,
  } = exceeded;
  const model = exceeded.model.replace(/^models\//, '');
  const quotaMetric = `${SERVICE}/${metric}`;
  const message =
    'You exceeded your current quota, please check your plan and billing details. For more ' +
    `information on this error, head to: ${RATE_LIMITS}.\n` +
    `* Quota exceeded for metric: ${quotaMetric}, limit: ${limit}, model: ${model}\n` +
    `Please retry in ${retryDelay}.`;
  const violation = {
    quotaMetric,
    quotaId,
    quotaDimensions: { location: 'global', model },
    quotaValue: String(limit),
  };
  const link = { description: 'Learn more about Gemini API quotas', url: RATE_LIMITS };
  return new StatusError(429, message, {
    ...(exceeded.word !== undefined && { word: exceeded.word }),
    details: [
      detail('QuotaFailure', { violations: [violation] }),
      detail('Help', { links: [link] }),
      retryInfo(retryDelay),
    ],
  });
}
