/** The two kinds of error that a call ends with; cancellation is `CancelledError` of the base room. */
export { ServiceError } from './errors/callErrors';
export { TransportError } from './errors/callErrors';
export type { ServiceReason } from './errors/advice';
export type { TransportReason } from './errors/callErrors';
export type {
  ErrorDetails,
  FieldViolation,
  PreconditionViolation,
  QuotaViolation,
} from './errors/details';
