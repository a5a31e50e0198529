import { inspect } from 'node:util';
import { AppError } from '../base/errors';
import { redact } from './redact';
import type { ServiceReason } from './errors/advice';
import { type ErrorDetails, describeFields } from './errors/details';

export type { ServiceReason } from './errors/advice';
export type {
  ErrorDetails,
  FieldViolation,
  PreconditionViolation,
  QuotaViolation,
} from './errors/details';

/** In characters; keeps a complete error below 2 kB. */
const MESSAGE_LIMIT = 1000;
const INSPECT_LIMIT = 2000;

const inspectSymbol: typeof inspect.custom = inspect.custom;

interface ServiceErrorParts {
  readonly reason: ServiceReason;
  readonly message: string;
  readonly hint?: string | undefined;
  /** HTTP status, also of an error within a stream. */
  readonly httpStatus: number;
  /** Canonical status, such as `INVALID_ARGUMENT`. */
  readonly status: string;
  readonly details: ErrorDetails;
  /** Retry delay requested by the API, in ms. */
  readonly retryDelayMs?: number | undefined;
  readonly attempts?: number;
  readonly bodyExcerpt?: string | undefined;
}

/** An error response of the API or a gateway. Free of secrets. */
export class ServiceError extends AppError<ServiceReason> {
  override readonly name = 'ServiceError';
  readonly httpStatus: number;
  readonly status: string;
  readonly details: ErrorDetails;
  /** Retry delay in ms from RetryInfo, the message, or `Retry-After`. Undefined if none was requested. */
  readonly retryDelayMs: number | undefined;
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

  /** Up to 2 kB of a non-JSON body, redacted. For logs only. */
  get bodyExcerpt(): string | undefined {
    return this.#bodyExcerpt;
  }

  override get userMessage(): string {
    return describeFields(this.message);
  }

  [inspectSymbol](): string {
    return inspectBriefly(this);
  }
}

export type TransportReason =
  | 'unreachable'
  | 'dns'
  | 'refused'
  | 'certificate'
  | 'proxy'
  | 'timeout'
  | 'idle'
  | 'reset'
  | 'incomplete'
  /** HTTP 200 with an empty body. */
  | 'empty'
  | 'notJson'
  | 'tooLarge'
  | 'redirect'
  | 'badCredential';

/** No valid API response arrived. Message, hint, and `inspect` output are free of secrets. */
export class TransportError extends AppError<TransportReason> {
  override readonly name = 'TransportError';
  readonly attempts: number;
  /** Whether the connection broke before the first response byte. */
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

export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** Collapses text to one line without control characters, because server text goes to users and logs. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

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

export function withAttempts(
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
