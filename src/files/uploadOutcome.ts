import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { isSignInReason } from '../catalog/errorHelp';
import { plainText } from '../platform/plainText';
import type { Connections } from '../service/connection';

/** What becomes of an upload that failed. */
export type UploadFailure =
  /** It can be resumed, once its connection works again. */
  | { readonly kind: 'pause'; readonly reason: string; readonly hint?: string }
  /** It has to be sent from the beginning. */
  | { readonly kind: 'startOver'; readonly reason: string; readonly hint?: string }
  | { readonly kind: 'fail'; readonly reason: string; readonly hint?: string };

/** Reasons of errors after which the connection has to be repaired first. */
const CONNECTION: readonly string[] = [
  'unknownConnection',
  'badConnection',
  'noKey',
  'noCredential',
  'invalidKey',
  'noAdc',
  'unreadableAdc',
  'signInFailed',
  'signInTimeout',
];
/** Reasons of errors after which the same session can't be finished any more. */
const STARTS_OVER: readonly string[] = [
  'sourceChanged',
  'sessionGone',
  'sessionLost',
  'badUploadUrl',
  'processingFailed',
];

/** Classifies an error of an upload. */
export function uploadFailure(
  error: unknown,
  connection: string,
  connections: Pick<Connections, 'find'>,
): UploadFailure {
  if (CancelledError.is(error)) {
    // The run itself did not abort: the client was closed.
    return { kind: 'pause', reason: closedReason(connection, connections) };
  }
  const text = plainText(errorMessage(error));
  if (!(error instanceof AppError)) return { kind: 'fail', reason: text };
  const { reason, hint } = error as AppError;
  const said = { reason: text, ...(hint !== undefined && { hint }) };
  const auth = connections.find(connection)?.auth;
  if (CONNECTION.includes(reason) || isSignInReason(reason, auth))
    return { kind: 'pause', ...said };
  return { kind: STARTS_OVER.includes(reason) ? 'startOver' : 'fail', ...said };
}

function closedReason(id: string, connections: Pick<Connections, 'find'>): string {
  const connection = connections.find(id);
  return connection
    ? l10n.t('The connection {0} was changed.', plainText(connection.name))
    : l10n.t('Its connection was removed.');
}
