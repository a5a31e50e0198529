import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { isSignInReason } from '../catalog/errorHelp';
import { plainText } from '../platform/plainText';
import type { Connections } from '../service/connection';

export type UploadFailure =
  /** Resumable once the connection works again. */
  | { readonly kind: 'pause'; readonly reason: string; readonly hint?: string }
  | { readonly kind: 'startOver'; readonly reason: string; readonly hint?: string }
  | { readonly kind: 'fail'; readonly reason: string; readonly hint?: string };

/** Error reasons that require fixing the connection. */
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
const STARTS_OVER: readonly string[] = [
  'sourceChanged',
  'sessionGone',
  'sessionLost',
  'badUploadUrl',
  'processingFailed',
];

export function uploadFailure(
  error: unknown,
  connection: string,
  connections: Pick<Connections, 'find'>,
): UploadFailure {
  if (CancelledError.is(error)) {
    // The client was closed; the run itself wasn't aborted.
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
