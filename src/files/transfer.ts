import { ServiceError, TransportError } from '../api/errors';
import { objectAt, textAt } from '../base/json';
import { TRANSIENT_STATUSES } from '../api/retry/retryPolicy';
import type { JsonObject } from '../api/schema/row';
import type { UploadOptions } from '../api/upload/upload';
import { VERSIONS } from '../api/versions';
import { abortable } from '../base/async';
import { type Clock, sleep } from '../base/clock';
import { AppError, CancelledError } from '../base/errors';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import { listVersion } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import type { L10n } from '../platform/l10n';
import { plainText } from '../platform/plainText';
import type { Connections } from '../service/connection';
import { isGone } from '../service/isGone';
import { numberSetting } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { Store } from '../service/store';
import { type FileIdentity, identityOf, sameIdentity } from './fileContent';
import type { FilesContext } from './context';
import type { SessionSecrets } from './jobRecord';
import { openSource, sourceChanged } from './openSource';
import type { UploadJob } from './uploadJob';

type SendOptions = Required<Pick<UploadOptions, 'onProgress' | 'onRetry' | 'onSession'>> & {
  readonly signal: AbortSignal;
  /** Receives the identity of the file before anything of it is sent. */
  readonly onIdentity: (identity: FileIdentity) => void;
};
type SendDeps = Pick<FilesContext, 'l10n' | 'readSetting' | 'services' | 'userFiles'> & {
  readonly sessions: SessionSecrets;
};

const MEBI = 1024 * 1024;
const { processingUpload } = waitPolicies;

/**
 * Sends a file, or the rest of one that was begun. An abort leaves the session open at the service. Throws what the
 * client throws, and `AppError`: `sourceChanged`, and `sessionGone` where the address of a begun upload is lost.
 */
export async function sendFile(
  job: UploadJob,
  { onIdentity, signal, ...told }: SendOptions,
  deps: SendDeps,
): Promise<JsonObject> {
  const { services, sessions, userFiles, l10n } = deps;
  const client = await abortable(services.clients.get(job.connection), signal);
  const file = await userFiles.inspect(job.target);
  const identity = await identityOf(file, userFiles);
  const session = await sessions.of(job);
  if (job.granularity === undefined) onIdentity(identity);
  else if (!sameIdentity(identity, job.identity)) throw sourceChanged(job);
  else if (!session) throw sessionGone(l10n);
  const source = await openSource(file, userFiles);
  const megabytes = numberSetting('upload.chunkMegabytes', { read: deps.readSetting });
  try {
    const { file: made = {} } = await client.upload(
      'media.upload',
      { ...uploadOf(job), source, ...(session && { session }) },
      {
        ...{ ...told, signal, onAbort: 'keep' },
        ...(megabytes > 0 && { chunkBytes: megabytes * MEBI }),
      },
    );
    return made;
  } catch (error) {
    return await findFinished(job, error, deps, signal);
  } finally {
    await source.close();
  }
}

/** Cancels the session of an upload at the service, where it has one. */
export async function cancelSession(
  job: UploadJob,
  { services, sessions }: Pick<SendDeps, 'services' | 'sessions'>,
): Promise<void> {
  const session = await sessions.of(job);
  if (!session) return;
  const client = await services.clients.get(job.connection);
  const nothing = { size: job.identity.size, read: () => none() };
  try {
    await client.upload(
      'media.upload',
      { ...uploadOf(job), source: nothing, session },
      { signal: AbortSignal.abort(new CancelledError()), onAbort: 'cancel' },
    );
  } catch (error) {
    if (!CancelledError.is(error)) throw error;
  }
}

function uploadOf({ displayName, resource: name, mimeType }: UploadJob) {
  return { body: { file: { displayName, name } }, mimeType };
}

async function* none(): AsyncGenerator<Uint8Array> {
  // A cancelled upload sends no content.
}

/** Resource names are chosen by us: where one is taken, the upload had succeeded and its answer was lost. */
async function findFinished(
  job: UploadJob,
  error: unknown,
  { services }: SendDeps,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (!(error instanceof ServiceError) || error.reason !== 'conflict') throw error;
  const ref = fileRef(job.connection, job.resource, services.connections);
  const found = await services.store.get(ref, signal);
  if (textAt(found, 'sizeBytes') !== String(job.identity.size)) throw error;
  return found;
}

function sessionGone(l10n: L10n): AppError<'sessionGone'> {
  return new AppError('sessionGone', l10n.t('VS Code no longer has what opens this upload.'), {
    hint: l10n.t('It can only be sent from its beginning.'),
  });
}

interface AwaitDeps {
  readonly store: Pick<Store, 'get'>;
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly signal: AbortSignal;
}

/**
 * Waits until the service has processed a file, which the tree follows. Throws `AppError` (`processingFailed`) with
 * the service's reason, errors of `store.get` that do not pass, and `CancelledError`.
 * @param file its last known fields; undefined where they have to be fetched.
 */
export async function awaitActive(
  ref: ResourceRef,
  file: JsonObject | undefined,
  { store, clock, l10n, signal }: AwaitDeps,
): Promise<JsonObject> {
  let current = file;
  let pause: number | undefined;
  let failures = 0;
  for (;;) {
    if (current) {
      const state = textAt(current, 'state');
      if (state === 'FAILED') throw processingFailed(current, l10n);
      if (state !== 'PROCESSING') return current;
      pause = nextDelay(processingUpload, pause);
      await sleep(clock, pause, signal);
    }
    try {
      current = await store.get(ref, signal);
      failures = 0;
    } catch (error) {
      if (isGone('file', error)) throw deletedMeanwhile(error, l10n);
      if (!isTransient(error) || ++failures === processingUpload.limit) throw error;
      await sleep(clock, processingUpload.longest, signal);
    }
  }
}

function deletedMeanwhile(cause: unknown, l10n: L10n): AppError<'processingFailed'> {
  const message = l10n.t('The service has it no more: it was deleted while it was processed.');
  return new AppError('processingFailed', message, { cause });
}

function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return TRANSIENT_STATUSES.includes(error.httpStatus);
  return error instanceof TransportError && !['certificate', 'proxy'].includes(error.reason);
}

function processingFailed(file: JsonObject, l10n: L10n): AppError<'processingFailed'> {
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

/** Deletes the file of a cancelled upload, which the service may or may not have. */
export async function deleteUploaded(
  { connection, resource }: Pick<UploadJob, 'connection' | 'resource'>,
  { calls, connections, store }: Pick<Services, 'calls' | 'connections' | 'store'>,
): Promise<void> {
  const ref = fileRef(connection, resource, connections);
  try {
    await calls.call(ref, 'files.delete', { name: resource });
    store.remove([ref]);
  } catch (error) {
    if (!isGone('file', error)) throw error;
  }
}

/** The reference by which the store and the tree know a file of the service. */
export function fileRef(
  connection: string,
  name: string,
  connections: Pick<Connections, 'find'>,
): ResourceRef {
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  return { connection, kind: 'file', name, version: listVersion('file', preferred) ?? preferred };
}
