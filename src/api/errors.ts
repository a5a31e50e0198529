import { inspect } from 'node:util';
import { AppError } from '../base/errors';
import { redact } from './redact';
import type { ServiceReason } from './errors/advice';
import { type ErrorDetails, fieldsInWords } from './errors/details';

export type { ServiceReason } from './errors/advice';
export type {
  ErrorDetails,
  FieldViolation,
  PreconditionViolation,
  QuotaViolation,
} from './errors/details';

/** Characters of a message; together with the rest of an error under 2 kB. */
const MESSAGE_LIMIT = 1000;
const INSPECT_LIMIT = 2000;

/** The method name under which `util.inspect` looks for an object's own view of itself. */
const inspectSymbol: typeof inspect.custom = inspect.custom;

interface ServiceErrorParts {
  readonly reason: ServiceReason;
  readonly message: string;
  readonly hint?: string | undefined;
  /** HTTP status, also for an error that came within a stream. */
  readonly httpStatus: number;
  /** Canonical status such as `INVALID_ARGUMENT`. */
  readonly status: string;
  readonly details: ErrorDetails;
  /** Milliseconds that the service asks to wait before the next try, wherever it says so. */
  readonly retryDelayMs?: number | undefined;
  /** How often it was tried. */
  readonly attempts?: number;
  /** What the body began with when it was not the service's JSON; for the log only. */
  readonly bodyExcerpt?: string | undefined;
}

/** The service, or something in its place, answered with an error. Free of secrets. */
export class ServiceError extends AppError<ServiceReason> {
  override readonly name = 'ServiceError';
  readonly httpStatus: number;
  readonly status: string;
  readonly details: ErrorDetails;
  /**
   * Milliseconds that the service asks to wait before the next try, from RetryInfo, its sentence or the
   * header; undefined where it asks for nothing.
   */
  readonly retryDelayMs: number | undefined;
  /** How often the call was tried, this time included. */
  readonly attempts: number;
  readonly #bodyExcerpt: string | undefined;

  constructor(parts: ServiceErrorParts) {
    super(
      parts.reason,
      cut(redact(parts.message), MESSAGE_LIMIT),
      parts.hint === undefined ? {} : { hint: parts.hint },
    );
    this.httpStatus = parts.httpStatus;
    this.status = parts.status;
    this.details = parts.details;
    this.retryDelayMs = parts.retryDelayMs;
    this.attempts = parts.attempts ?? 1;
    this.#bodyExcerpt = parts.bodyExcerpt;
  }

  /** At most 2 kB of a body that was not the service's JSON, redacted; for the log, never for people. */
  get bodyExcerpt(): string | undefined {
    return this.#bodyExcerpt;
  }

  override get told(): string {
    return fieldsInWords(this.message);
  }

  [inspectSymbol](): string {
    return inspectBriefly(this);
  }
}

/** Why a call never became an answer of the service. */
export type TransportReason =
  /** No route, or no connection within the time for it. */
  | 'unreachable'
  | 'dns'
  | 'refused'
  | 'certificate'
  | 'proxy'
  /** The total deadline passed. */
  | 'timeout'
  /** The body stood still for too long. */
  | 'idle'
  | 'reset'
  /** The body ended before its end. */
  | 'incomplete'
  /** A 200 without anything in it. */
  | 'empty'
  /** Something else than the service's JSON or event stream. */
  | 'notJson'
  | 'tooLarge'
  | 'redirect'
  | 'badCredential';

/** A call that never became an answer of the service. Message, hint and inspection are free of secrets. */
export class TransportError extends AppError<TransportReason> {
  override readonly name = 'TransportError';
  /** How often the call was tried, this time included. */
  readonly attempts: number;
  /** The connection broke before the first byte of an answer. */
  readonly isUnanswered: boolean;

  constructor(
    reason: TransportReason,
    message: string,
    options: { hint?: string; cause?: unknown; attempts?: number; isUnanswered?: boolean } = {},
  ) {
    super(reason, cut(redact(message), MESSAGE_LIMIT), options);
    this.attempts = options.attempts ?? 1;
    this.isUnanswered = options.isUnanswered ?? false;
  }

  [inspectSymbol](): string {
    return inspectBriefly(this);
  }
}

/** Cuts a text and says so. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** One line without control characters: what a server sent is shown to people and written to logs. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What `util.inspect` shows of an error: name, reason, message, hint and where; never more than 2 kB. */
function inspectBriefly(error: Error & { reason: string; hint: string | undefined }): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const hint = error.hint === undefined ? [] : [`  ${error.hint}`];
  const lines = [
    `${error.name} [${error.reason}]: ${error.message}`,
    ...hint,
    ...frames.slice(0, 5),
  ];
  return cut(redact(lines.join('\n')), INSPECT_LIMIT);
}

/** The same error as what several attempts ended with. */
export function afterAttempts(
  error: ServiceError | TransportError,
  attempts: number,
  hint: string,
): ServiceError | TransportError {
  if (error instanceof ServiceError) {
    const { reason, message, httpStatus, status, details, retryDelayMs, bodyExcerpt } = error;
    const parts = { reason, message, httpStatus, status, details, retryDelayMs, bodyExcerpt };
    return new ServiceError({ ...parts, attempts, hint });
  }
  const { reason, message, cause, isUnanswered } = error;
  return new TransportError(reason, message, { hint, cause, attempts, isUnanswered });
}
