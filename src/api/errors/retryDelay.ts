import type { ErrorDetails } from './details';
import { parseSpokenDuration } from './duration';

const SPOKEN = /retry in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)(?![\w])/i;

/**
 * Milliseconds that the service asks to wait before the next try: RetryInfo, else what its sentence
 * says ("Please retry in 44.09s."), else the header. Undefined where it asks for nothing.
 */
export function retryDelay(
  details: ErrorDetails,
  message: string,
  retryAfterMs: number | undefined,
): number | undefined {
  const spoken = SPOKEN.exec(message)?.[1];
  return (
    details.retryInfo?.retryDelayMs ??
    (spoken === undefined ? undefined : parseSpokenDuration(spoken)) ??
    retryAfterMs
  );
}

/**
 * Milliseconds that a `Retry-After` header means (RFC 9110, section 10.2.3): seconds, or a date, counted
 * from the answer's own `Date` so that a wrong clock on this machine does no harm. A date in the past is
 * no wait at all.
 *
 * @param now milliseconds since 1970, for an answer without a date.
 */
export function retryAfter(
  headers: { readonly [name: string]: string },
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  // Absurd ones are told like all others: who asks for years must not be asked again in a second.
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const until = Date.parse(value);
  if (Number.isNaN(until) || !/[a-z]/i.test(value)) return undefined;
  const answered = Date.parse(headers.date ?? '');
  return Math.max(0, until - (Number.isNaN(answered) ? now : answered));
}
