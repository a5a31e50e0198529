import * as l10n from '@vscode/l10n';
import { ServiceError } from '../api/errors';
import { VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import { type JsonObject, objectAt, textAt } from '../base/json';
import { listVersion } from '../catalog/kindOperations';
import { endOf } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { ActivityAction } from '../platform/activity';
import { plainText } from '../platform/plainText';
import { isGone } from '../service/resourceErrors';
import type { Services } from '../service/services';
import { waitForProcessing } from '../service/storeDocuments';
import type { Destination, DestinationDeps } from './destination';
import { type RememberedUpload, hashOfResource } from './rememberedFiles';
import { shortName } from './names';
import type { UploadJob } from './uploadJob';

/** Uploads to the Files API, under resource names chosen by the client. */
export const filesDestination: Destination = {
  async send(client, { displayName, resource: name, mimeType }, content, options) {
    const body = { file: { displayName, name } };
    const { file = {} } = await client.upload(
      'media.upload',
      { body, mimeType, ...content },
      options,
    );
    return file;
  },
  /** The client chooses names, so a conflict means that the upload succeeded but its response was lost. */
  async found(job, error, { services }, signal) {
    if (!(error instanceof ServiceError) || error.reason !== 'conflict') throw error;
    const found = await services.store.get(refOf(job, services), signal);
    if (textAt(found, 'sizeBytes') !== String(job.identity.size)) throw error;
    return found;
  },
  // The server rejects a second file of the same name.
  lost: () => Promise.resolve(undefined),
  accept(job, file, { services }) {
    services.store.merge(refOf(job, services), file);
    return file.state === 'PROCESSING' ? { state: 'processing' } : {};
  },
  async usable(job, file, { services, clock }, signal) {
    const isPending = (one: JsonObject): boolean => textAt(one, 'state') === 'PROCESSING';
    const deps = { store: services.store, clock, signal };
    const processed = await waitForProcessing(refOf(job, services), file, isPending, deps).catch(
      (error: unknown) => {
        throw isGone('file', error) ? deletedMeanwhile(error) : error;
      },
    );
    if (textAt(processed, 'state') === 'FAILED') throw processingFailed(processed);
    return processed;
  },
  async remove(job, { services }) {
    const { calls, store } = services;
    const ref = refOf(job, services);
    try {
      await calls.call(ref, 'files.delete', { name: job.resource });
      store.remove([ref]);
    } catch (error) {
      if (!isGone('file', error)) throw error;
    }
  },
  end: (job, file, deps) => ({
    title: l10n.t('Uploaded {0}', shortName(job.displayName)),
    actions: resultActions(job, file, deps),
    remembered: rememberedOf(job, file),
  }),
};

function refOf(
  { connection, resource }: Pick<UploadJob, 'connection' | 'resource'>,
  { connections }: Pick<Services, 'connections'>,
): ResourceRef {
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const version = listVersion('file', preferred) ?? preferred;
  return { connection, kind: 'file', name: resource, version };
}

function rememberedOf(job: UploadJob, file: JsonObject): RememberedUpload {
  const expiresAt = endOf(file);
  const hash = hashOfResource(file);
  return {
    name: textAt(file, 'name') || job.resource,
    connection: job.connection,
    uri: textAt(file, 'uri'),
    target: job.target,
    path: job.path,
    displayName: job.displayName,
    mimeType: job.mimeType,
    size: job.identity.size,
    modifiedAt: job.identity.modifiedAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(hash !== undefined && { hash }),
  };
}

function resultActions(
  job: UploadJob,
  file: JsonObject,
  { run, services, system }: DestinationDeps,
): readonly ActivityAction[] {
  const name = textAt(file, 'name') || job.resource;
  const ref = refOf({ connection: job.connection, resource: name }, services);
  const uri = textAt(file, 'uri');
  const copyUri: ActivityAction = { kind: 'copyUri', run: () => system.copy(uri) };
  return [
    { kind: 'open', run: () => run('open', [ref]) },
    ...(uri === '' ? [] : [copyUri]),
    { kind: 'ask', run: () => run('askAboutFile', [ref]) },
  ];
}

function deletedMeanwhile(cause: unknown): AppError<'processingFailed'> {
  const message = l10n.t('The file was deleted while it was being processed.');
  return new AppError('processingFailed', message, { cause });
}

function processingFailed(file: JsonObject): AppError<'processingFailed'> {
  const why = plainText(textAt(objectAt(file, 'error'), 'message'));
  const message =
    why === ''
      ? l10n.t('Couldn’t process the file on the server. No reason was given.')
      : l10n.t('Couldn’t process the file on the server. {0}', why);
  return new AppError('processingFailed', message, {
    hint: l10n.t('Check that the file is complete and has the correct type, then upload it again.'),
  });
}
