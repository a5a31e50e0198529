import { AppError } from '../../base/errors';
import { redact } from '../redact';
import type { ServiceReason } from './advice';
import { cut, inspectBriefly, inspectSymbol, MESSAGE_LIMIT } from './brief';
import type { ErrorDetails } from './details';
import { fieldsInWords } from './fieldPath';

export interface ServiceErrorParts {
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
