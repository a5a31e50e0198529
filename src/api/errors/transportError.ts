import { AppError } from '../../base/errors';
import { redact } from '../redact';
import { cut, inspectBriefly, inspectSymbol, MESSAGE_LIMIT } from './brief';

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
