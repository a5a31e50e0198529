import * as l10n from '@vscode/l10n';
import type { UploadInput } from '../../api/call';
import { VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import { type JsonObject, textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import type { ResourceRef } from '../../catalog/ref';
import { isGone } from '../../service/resourceErrors';
import {
  createdDocument,
  documentRef,
  followDocument,
  updateTree,
  waitForUploadedDocument,
} from '../../service/storeDocuments';
import type { Services } from '../../service/services';
import { nameOf } from '../../service/store';
import { deleteCall } from '../../service/tableCalls';
import type { Destination, DestinationDeps } from '../destination';
import { shortName } from '../names';
import type { UploadJob } from '../uploadJob';
import { storeName } from './storeSettings';
import { processingFailed } from './importFiles';

const OPERATION = 'media.uploadToFileSearchStore';

/** Uploads to a File Search store. The API names the document after processing. */
export const storeDestination: Destination = {
  async send(client, { displayName, mimeType, into }, content, options) {
    const { store = '', settings = {} } = into ?? {};
    // Comes from the form or a file on disk; the client validates it.
    const body = { displayName, ...settings } as UploadInput<typeof OPERATION>['body'];
    const input = { fileSearchStoreName: store, body, mimeType, ...content };
    return await client.upload(OPERATION, input, options);
  },
  /** A retry would create a second document. */
  async found(job, error, deps, signal) {
    const isLost = error instanceof AppError && error.reason === 'sessionGone';
    const found = isLost ? await lostDocument(job, deps, signal) : undefined;
    if (!found) throw error;
    return found;
  },
  lost: lostDocument,
  accept(job, operation, { services }) {
    updateTree(storeOf(job, services), services.store);
    return { state: 'processing', resource: nameOf(operation) };
  },
  async usable(job, operation, { services, clock }, signal) {
    const client = await services.clients.get(job.connection);
    const begun = operation ?? job.resource;
    const deps = { client, store: services.store, clock, signal };
    const document = await followDocument(storeOf(job, services), OPERATION, begun, deps);
    if (textAt(document, 'state') === 'STATE_FAILED') throw processingFailed();
    return document;
  },
  /** Processing can't be canceled, so the document is deleted afterward. */
  async remove(job, { services, clock }) {
    // The response was lost, so the document's name is unknown.
    if (job.resource === '') return;
    const client = await services.clients.get(job.connection);
    const into = storeOf(job, services);
    try {
      const name = await createdDocument(client, OPERATION, job.resource, { clock });
      if (name === '') return;
      const ref = documentRef(into, name);
      const { id, input } = deleteCall(ref, true);
      await services.calls.call(ref, id, input);
      services.store.remove([ref]);
    } catch (error) {
      if (!isGone('fileSearchDocument', error)) throw error;
    } finally {
      updateTree(into, services.store);
    }
  },
  end(job, document, deps) {
    const into = storeOf(job, deps.services);
    const ref = documentRef(into, nameOf(document));
    const [name, store] = [shortName(job.displayName), storeName(deps, into)];
    return {
      title: l10n.t('Uploaded {0} to {1}', name, store),
      actions: [{ kind: 'open', run: () => deps.run('open', [ref]) }],
    };
  },
};

/** Finds the document of an upload whose response was lost, once the server lists it. */
async function lostDocument(
  job: UploadJob,
  { services, clock }: Pick<DestinationDeps, 'services' | 'clock'>,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const { displayName, identity, startedAt, into } = job;
  const { customMetadata } = into?.settings ?? {};
  const lost = {
    displayName,
    size: identity.size,
    since: startedAt,
    ...(customMetadata && { customMetadata }),
  };
  return await waitForUploadedDocument(storeOf(job, services), lost, {
    calls: services.calls,
    clock,
    signal,
  });
}

function storeOf(
  { connection, into }: Pick<UploadJob, 'connection' | 'into'>,
  { connections }: Pick<Services, 'connections'>,
): ResourceRef {
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const version = listVersion('fileSearchStore', preferred) ?? preferred;
  return { connection, kind: 'fileSearchStore', name: into?.store ?? '', version };
}
