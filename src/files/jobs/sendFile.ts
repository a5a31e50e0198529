import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { UploadOptions } from '../../api/upload/upload';
import { abortable } from '../../base/async';
import { AppError, CancelledError } from '../../base/errors';
import { numberSetting } from '../../service/numberSetting';
import { identityOf, sameIdentity, type FileIdentity } from '../source/identity';
import { sourceChanged } from '../source/fileErrors';
import { openSource } from '../source/openSource';
import { fileRef } from './fileRef';
import type { UploadJob } from './job';
import type { RunParts } from './parts';

type Told = Required<Pick<UploadOptions, 'onProgress' | 'onRetry' | 'onSession'>> & {
  readonly signal: AbortSignal;
  /** What the file is now, before anything of it is sent. */
  readonly onIdentity: (identity: FileIdentity) => void;
};
type SendParts = Pick<RunParts, 'l10n' | 'readSetting' | 'services' | 'sessions' | 'userFiles'>;

const MEBI = 1024 * 1024;

/**
 * Sends a file, or what is missing of it. The session outlives an abort. Throws what the client throws, and
 * `AppError`: `sourceChanged`, `sessionGone` where an upload was begun of which nobody has the address.
 */
export async function sendFile(
  job: UploadJob,
  { onIdentity, signal, ...told }: Told,
  parts: SendParts,
): Promise<JsonObject> {
  const { services, sessions, userFiles, l10n } = parts;
  const client = await abortable(services.clients.get(job.connection), signal);
  const file = await userFiles.inspect(job.target);
  const identity = await identityOf(file, userFiles);
  const session = await sessions.of(job);
  if (job.granularity === undefined) onIdentity(identity);
  else if (!sameIdentity(identity, job.identity)) throw sourceChanged(job);
  else if (!session) throw sessionGone(l10n);
  const source = await openSource(file, userFiles);
  const megabytes = numberSetting('upload.chunkMegabytes', { read: parts.readSetting });
  try {
    return await client.upload(
      {
        source,
        file: { name: job.resource, displayName: job.displayName, mimeType: job.mimeType },
        ...(session && { session }),
      },
      {
        ...{ ...told, signal, onAbort: 'keep' },
        ...(megabytes > 0 && { chunkBytes: megabytes * MEBI }),
      },
    );
  } catch (error) {
    return await finishedBefore(job, error, parts, signal);
  } finally {
    await source.close();
  }
}

/** Ends an upload at the service that was begun there and does not run. */
export async function cancelSession(
  job: UploadJob,
  { services, sessions }: Pick<SendParts, 'services' | 'sessions'>,
): Promise<void> {
  const session = await sessions.of(job);
  if (!session) return;
  const client = await services.clients.get(job.connection);
  const nothing = { size: job.identity.size, read: () => none() };
  const { displayName, mimeType, resource: name } = job;
  try {
    await client.upload(
      { source: nothing, file: { name, displayName, mimeType }, session },
      { signal: AbortSignal.abort(new CancelledError()), onAbort: 'cancel' },
    );
  } catch (error) {
    if (!CancelledError.is(error)) throw error;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {
  // Nothing is sent any more.
}

/** The name was chosen here, and by nobody else: where it is taken, the answer to its upload was lost. */
async function finishedBefore(
  job: UploadJob,
  error: unknown,
  { services }: SendParts,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (!(error instanceof ServiceError) || error.reason !== 'conflict') throw error;
  const ref = fileRef(job.connection, job.resource, services.connections);
  const found = await services.store.get(ref, signal);
  if (textAt(found, 'sizeBytes') !== String(job.identity.size)) throw error;
  return found;
}

function sessionGone(l10n: RunParts['l10n']): AppError<'sessionGone'> {
  return new AppError('sessionGone', l10n.t('VS Code no longer has what opens this upload.'), {
    hint: l10n.t('It can only be sent from its beginning.'),
  });
}
