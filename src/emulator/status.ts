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

/** Error codes of the Interactions API by canonical name, or by HTTP status. */
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

/** An API error: `google.rpc.Status` as JSON, or code and message of the Interactions API. */
export class StatusError extends Error {
  readonly code: number;
  readonly status: string;
  readonly details: readonly JsonObject[];
  readonly headers: { readonly [name: string]: string };
  readonly word: string;

  /** @param code HTTP status, which determines the default canonical name. */
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

  /** @param form `snake` for the error format of the Interactions API. */
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

/** Returns the `RetryInfo` detail. @param retryDelay such as `2s`. */
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

/** Returns the 400 of the JSON parser: a line and a field violation per problem. */
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

/**
 * Returns the 400 of the validation: a bullet per problem, each with a line break, without details.
 */
export function badFields(problems: readonly string[]): StatusError {
  return new StatusError(400, problems.map((problem) => `${problem}\n`).join(''));
}

export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw badFields(problems);
}

/** Returns the 400 for a valid request in a wrong state, such as a parent with children. */
export function failedPrecondition(message: string): StatusError {
  return new StatusError(400, message, { status: 'FAILED_PRECONDITION' });
}

/**
 * Returns the 409 of environments, credentials and agents for existing or concurrently changed
 * resources.
 */
export function aborted(): StatusError {
  return new StatusError(409, 'Requested entity already exists', { status: 'ABORTED' });
}

interface ExceededQuota {
  readonly metric?: string;
  readonly quotaId?: string;
  readonly limit?: number;
  readonly model: string;
  readonly retryDelay: string;
  readonly word?: string;
}

export function requestQuotaId(span: 'PerMinute' | 'PerDay'): string {
  return `GenerateRequests${span}PerProjectPerModel-FreeTier`;
}

const RATE_LIMITS = 'https://ai.google.dev/gemini-api/docs/rate-limits';

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
