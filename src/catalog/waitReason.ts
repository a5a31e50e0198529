import type { ServiceError, TransportError } from '../api/errors';
import { text, type Text } from './text';

type Failure = ServiceError | TransportError;

const FAILED = 'The service failed ({0}).';

/** What the service, or something in its place, answered, by HTTP status; `{0}` is the status. */
const ANSWERS: { readonly [httpStatus: number]: string | undefined } = {
  408: 'The service took too long ({0}).',
  502: 'A gateway did not reach the service ({0}).',
  503: 'The service is busy ({0}).',
  504: 'The service took too long ({0}).',
};

/** Quotas by how their id names the time that they are counted over. */
const QUOTAS = [
  { id: /per_?minute/i, message: 'The quota per minute is used up.' },
  { id: /per_?hour/i, message: 'The quota per hour is used up.' },
] as const;

/** Why a call waits to be sent again, as a sentence. Nothing of what the service wrote is in it. */
export function waitReason(error: Failure): Text {
  if (!('httpStatus' in error)) return text('The connection broke.');
  const { reason, httpStatus, details } = error;
  if (reason !== 'quota') return text(ANSWERS[httpStatus] ?? FAILED, httpStatus);
  const ids = (details.quotaViolations ?? []).map(({ quotaId }) => quotaId);
  const quota = QUOTAS.find((row) => ids.some((id) => row.id.test(id)));
  return text(quota?.message ?? 'The quota is used up for now.');
}
