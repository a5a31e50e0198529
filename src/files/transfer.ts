import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import type { UploadOptions } from '../api/upload/upload';
import { abortable } from '../base/async';
import { AppError, CancelledError } from '../base/errors';
import { numberSetting } from '../service/numberSetting';
import type { FilesContext } from './context';
import type { Destination, DestinationDeps } from './destination';
import { environmentDestination } from './environments/environmentDestination';
import { type FileIdentity, identityOf, sameIdentity } from './rememberedFiles';
import { filesDestination } from './filesDestination';
import type { SessionSecrets } from './jobRecord';
import { openSource, sourceChanged } from './openSource';
import { storeDestination } from './stores/storeDestination';
import type { UploadJob } from './uploadJob';

type SendOptions = Required<Pick<UploadOptions, 'onProgress' | 'onRetry' | 'onSession'>> & {
  readonly signal: AbortSignal;
  /** Receives the file's identity before any bytes are sent. */
  readonly onIdentity: (identity: FileIdentity) => void;
};
type SendDeps = DestinationDeps &
  Pick<FilesContext, 'readSetting' | 'userFiles'> & { readonly sessions: SessionSecrets };

const MEBI = 1024 * 1024;

/**
 * Sends a file or resumes its session; an abort leaves the session open. Throws client errors and
 * `AppError` (`sourceChanged`, or `sessionGone` if the session URL is lost).
 */
export async function sendFile(
  job: UploadJob,
  { onIdentity, signal, ...told }: SendOptions,
  deps: SendDeps,
): Promise<JsonObject> {
  const { services, sessions, userFiles } = deps;
  const destination = destinationOf(job);
  const client = await abortable(services.clients.get(job.connection), signal);
  const file = await userFiles.inspect(job.target);
  const identity = await identityOf(file, userFiles);
  const session = await sessions.of(job);
  if (job.granularity === undefined) onIdentity(identity);
  else if (!sameIdentity(identity, job.identity)) throw sourceChanged(job);
  else if (!session) return await destination.found(job, sessionGone(), deps, signal);
  const source = await openSource(file, userFiles);
  const megabytes = numberSetting('upload.chunkMegabytes', { read: deps.readSetting });
  try {
    return await destination.send(
      client,
      job,
      { source, ...(session && { session }) },
      {
        ...told,
        signal,
        onAbort: 'keep',
        findMade: () => destination.lost(job, deps, signal),
        ...(megabytes > 0 && { chunkBytes: megabytes * MEBI }),
      },
    );
  } catch (error) {
    return await destination.found(job, error, deps, signal);
  } finally {
    await source.close();
  }
}

export async function cancelSession(
  job: UploadJob,
  { services, sessions }: Pick<SendDeps, 'services' | 'sessions'>,
): Promise<void> {
  const session = await sessions.of(job);
  if (!session) return;
  const client = await services.clients.get(job.connection);
  const nothing = { size: job.identity.size, read: () => none() };
  try {
    await destinationOf(job).send(
      client,
      job,
      { source: nothing, session },
      { signal: AbortSignal.abort(new CancelledError()), onAbort: 'cancel' },
    );
  } catch (error) {
    if (!CancelledError.is(error)) throw error;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {
  // A canceled upload sends no content.
}

function sessionGone(): AppError<'sessionGone'> {
  return new AppError('sessionGone', l10n.t('The upload session was lost.'), {
    hint: l10n.t('Start the upload again.'),
  });
}

/** Returns the destination of a job: store, environment, or (default) the Files API. */
export function destinationOf({ into, entry }: Pick<UploadJob, 'into' | 'entry'>): Destination {
  if (entry) return environmentDestination;
  return into ? storeDestination : filesDestination;
}
