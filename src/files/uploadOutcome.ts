import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { endOf } from '../catalog/kinds/file';
import { isSignInReason } from '../catalog/errorHelp';
import type { ActivityAction } from '../platform/activity';
import type { L10n } from '../platform/l10n';
import { plainText } from '../platform/plainText';
import type { Connections } from '../service/connection';
import { hashOfResource } from './fileContent';
import type { FilesContext } from './context';
import type { Remembered } from './rememberedFiles';
import { fileRef } from './transfer';
import type { UploadJob } from './uploadJob';

/** What is remembered of a file that was sent. */
export function rememberedOf(job: UploadJob, file: JsonObject): Remembered {
  const expiresAt = endOf(file);
  const hash = hashOfResource(file);
  return {
    name: textAt(file, 'name') || job.resource,
    ...{ connection: job.connection, uri: textAt(file, 'uri'), target: job.target, path: job.path },
    ...{ displayName: job.displayName, mimeType: job.mimeType },
    ...{ size: job.identity.size, modifiedAt: job.identity.modifiedAt },
    ...(expiresAt !== undefined && { expiresAt }),
    ...(hash !== undefined && { hash }),
  };
}

/** The actions that the activity of a finished upload offers. */
export function resultActions(
  job: UploadJob,
  file: JsonObject,
  { run, services, system }: Pick<FilesContext, 'run' | 'services' | 'system'>,
): readonly ActivityAction[] {
  const name = textAt(file, 'name') || job.resource;
  const ref = fileRef(job.connection, name, services.connections);
  const uri = textAt(file, 'uri');
  const copyUri: ActivityAction = { kind: 'copyUri', run: () => system.copy(uri) };
  return [
    { kind: 'open', run: () => run('open', [ref]) },
    ...(uri === '' ? [] : [copyUri]),
    { kind: 'ask', run: () => run('askAboutFile', [ref]) },
  ];
}

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
  l10n: L10n,
): UploadFailure {
  if (CancelledError.is(error)) {
    // The run itself did not abort: the client was closed.
    return { kind: 'pause', reason: closedReason(connection, connections, l10n) };
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

function closedReason(id: string, connections: Pick<Connections, 'find'>, l10n: L10n): string {
  const connection = connections.find(id);
  return connection
    ? l10n.t('The connection {0} was changed.', plainText(connection.name))
    : l10n.t('Its connection was removed.');
}
