import * as l10n from '@vscode/l10n';
import { isOperationId, operationRow } from '../api/operations';
import { AppError } from '../base/errors';
import type { CompletedExchange } from '../recordings/saveExchange';
import { comparableRequest } from '../service/comparableRequest';
import type { SessionExchange } from '../service/sessionExchange';

/** Whether a request can be saved as a recording: answered, complete, and not recorded already. */
export function isSavable({ answeredBy, isLeft, wire, status }: SessionExchange): boolean {
  const isGiven = answeredBy !== undefined && answeredBy !== 'miss' && answeredBy !== 'upstream';
  return isGiven && !isLeft && wire !== undefined && status !== undefined;
}

export function hasNearest({ answeredBy, nearest }: SessionExchange): boolean {
  return answeredBy === 'miss' && nearest !== undefined;
}

/** Converts a request of an app for a recording. Throws `AppError` if a body wasn't retained completely. */
export function toCompletedAppExchange(entry: SessionExchange): CompletedExchange {
  const { operation = 'other', wire, status } = entry;
  const asked = comparableRequest(entry);
  if (!isSavable(entry) || !asked || !wire || status === undefined) {
    throw new AppError(
      'notWhole',
      l10n.t(
        'Couldn’t save a recording because the request or its response wasn’t stored completely.',
      ),
    );
  }
  return {
    ...asked,
    status,
    pieces: wire.pieces,
    mayBeArray: isOperationId(operation) && operationRow(operation).stream === true,
    answerHeaders: wire.answerHeaders,
  };
}
