import { nextDelay, type Backoff } from '../../base/async';
import { ServiceError, TransportError } from '../../api/errors';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { sleep, type Clock } from '../../base/clock';
import { AppError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { L10n } from '../../platform/l10n';
import { plainText } from '../../platform/plainText';
import { isGone } from '../../service/isGone';
import type { Store } from '../../service/store';

export interface AwaitParts {
  readonly store: Pick<Store, 'get'>;
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly signal: AbortSignal;
}

const PAUSES: Backoff = { first: 1000, factor: 1.5, longest: 10_000 };
/** Looks in a row that may fail for what passes by itself, beside the repeats of each. */
const MAX_FAILURES = 10;
const PASSING: readonly number[] = [408, 429, 500, 502, 503, 504];

/**
 * Waits until the service has processed a file, which the tree follows. Throws `AppError` (`processingFailed`) with
 * the service's reason, what a look throws that no waiting helps, and `CancelledError`.
 * @param file as it was answered; undefined where it has to be asked for.
 */
export async function awaitActive(
  ref: ResourceRef,
  file: JsonObject | undefined,
  { store, clock, l10n, signal }: AwaitParts,
): Promise<JsonObject> {
  let current = file;
  let pause: number | undefined;
  let failures = 0;
  for (;;) {
    if (current) {
      const state = textAt(current, 'state');
      if (state === 'FAILED') throw failure(current, l10n);
      if (state !== 'PROCESSING') return current;
      pause = nextDelay(PAUSES, pause);
      await sleep(clock, pause, signal);
    }
    try {
      current = await store.get(ref, signal);
      failures = 0;
    } catch (error) {
      if (isGone('file', error)) throw gone(error, l10n);
      if (!mayPass(error) || ++failures === MAX_FAILURES) throw error;
      await sleep(clock, PAUSES.longest, signal);
    }
  }
}

function gone(cause: unknown, l10n: L10n): AppError<'processingFailed'> {
  const message = l10n.t('The service has it no more: it was deleted while it was processed.');
  return new AppError('processingFailed', message, { cause });
}

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return PASSING.includes(error.httpStatus);
  return error instanceof TransportError && !['certificate', 'proxy'].includes(error.reason);
}

function failure(file: JsonObject, l10n: L10n): AppError<'processingFailed'> {
  const why = plainText(textAt(objectAt(file, 'error'), 'message'));
  const message =
    why === ''
      ? l10n.t('The service could not process it, and does not say why.')
      : l10n.t('The service could not process it: {0}', why);
  return new AppError('processingFailed', message, {
    hint: l10n.t(
      'Check that the file is whole and of the type it was sent as, and upload it again.',
    ),
  });
}
