import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { AppError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import {
  environmentOf,
  findEntry,
  updateEntryRows,
  writeEntry,
} from '../../service/environmentFiles';
import type { Destination } from '../destination';
import { shortName } from '../names';
import type { UploadEntry, UploadJob } from '../uploadJob';

export const environmentDestination: Destination = {
  async send(client, job, content, options) {
    const { isReplacing, isArchive } = entryOf(job);
    const { mimeType } = job;
    const entry = { ...content, mimeType, isReplacing, isArchive };
    return await writeEntry(client, refOf(job), entry, options);
  },
  /** Overwriting twice is harmless. Otherwise, HTTP 409 after a lost response means that the file exists. */
  async found(job, error, { services }, signal) {
    const isTaken = error instanceof ServiceError && error.httpStatus === 409;
    const isLost = error instanceof AppError && error.reason === 'sessionGone';
    if (!(isTaken || isLost) || entryOf(job).isArchive) throw error;
    const there = await findEntry(services.calls, refOf(job), signal).catch(() => undefined);
    const isIt = there && !there.isFolder && there.size === job.identity.size;
    // The file existed before this upload.
    if (!isIt || there.modified < job.startedAt - SKEW) throw error;
    return { path: there.path };
  },
  lost: () => Promise.resolve(undefined),
  accept(job, _made, { services }) {
    updateEntryRows(refOf(job), services.store);
    return {};
  },
  usable: (_job, made) => Promise.resolve(made ?? {}),
  // The API can't delete single files of an environment.
  remove: () => Promise.resolve(),
  end(job, _made, deps) {
    const ref = refOf(job);
    const [name, where] = [shortName(job.displayName), shortName(environmentId(ref))];
    const open = { kind: 'open', run: () => deps.run('openFile', [ref]) } as const;
    return {
      title: l10n.t('Uploaded {0} to {1}', name, where),
      actions: entryOf(job).isArchive ? [] : [open],
    };
  },
};

/** Maximum clock difference between this machine and the server, in ms. */
const SKEW = 60_000;

function entryOf({ entry }: UploadJob): UploadEntry {
  if (entry) return entry;
  throw new AppError('noEnvironment', 'The upload has no environment.');
}

function refOf(job: UploadJob): ResourceRef {
  const { name, version } = entryOf(job);
  return { connection: job.connection, version, kind: 'environmentFile', name };
}

function environmentId(ref: ResourceRef): string {
  return environmentOf(ref).name.split('/').at(-1) ?? '';
}
