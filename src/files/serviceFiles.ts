import * as l10n from '@vscode/l10n';
import { isSuccess, readError } from '../api/body';
import { textAt } from '../base/json';
import { downloadRequest } from '../api/request';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { extensionOf } from '../base/mediaTypes';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { topCollection } from '../catalog/kindOperations';
import type { Task } from '../platform/activity';
import type { TargetFile } from '../platform/localFiles';
import { requireConnected } from '../platform/errors';
import { safeFileName } from '../platform/safeFiles';
import { EMULATOR_ID } from '../service/connection';
import { nameOf } from '../service/store';
import type { FilesCommand, FilesContext } from './context';

/** Timeout of a complete download, in ms; a stalled download times out much sooner. */
const MAX_DURATION = 24 * 60 * 60 * 1000;

/** Downloads generated files, one after the other, to locations the user selects. */
export const downloadFile: FilesCommand<ResourceRef> = async (context, targets) => {
  for (const file of await resourcesOf(context, targets)) await download(context, file);
};

async function download(context: FilesContext, file: KnownFile): Promise<void> {
  const { localFiles, activity } = context;
  const { resource } = file;
  const label = kindRow('file').label(resource);
  const address = textAt(resource, 'downloadUri');
  if (address === '') {
    throw new AppError('noDownload', l10n.t('“{0}” can’t be downloaded.', label), {
      hint: l10n.t('Only files that the API generated can be downloaded.'),
    });
  }
  await checkOrigin(context, file, address);
  const target = await localFiles.saveAs({
    title: l10n.t('Download “{0}”', label),
    name: fileNameOf(resource),
  });
  if (!target) return;
  await activity.run(l10n.t('Downloading “{0}”', label), async (task) => {
    await fetchInto(context, file, target, task);
    task.conclude(l10n.t('Downloaded “{0}” to {1}', label, target.path));
  });
  context.showStatus(l10n.t('Downloaded to {0}', target.path));
}

async function fetchInto(
  { services, clock }: FilesContext,
  { ref, resource }: KnownFile,
  target: TargetFile,
  task: Task,
): Promise<void> {
  const { signal } = task;
  const client = await services.clients.get(ref.connection);
  // Uses the connection's own endpoint, whatever the URI says, so that no other host gets the credential.
  const request = downloadRequest(ref.name, ref.version);
  const answer = await client.exchange(request, { signal, stream: true, timeoutMs: MAX_DURATION });
  if (!isSuccess(answer)) throw await readError(answer, clock.now());
  const size = kindRow('file').size?.(resource);
  const onBytes = (done: number): void => {
    task.report(size === undefined ? {} : { done, total: size });
  };
  const requireWhole = (done: number): void => {
    if (size === undefined || done === size) return;
    const [came, all] = [done.toLocaleString('en'), size.toLocaleString('en')];
    const received =
      size === 1
        ? l10n.t('Received {0} of 1 byte.', came)
        : l10n.t('Received {0} of {1} bytes.', came, all);
    throw new AppError('incomplete', received, {
      hint: l10n.t('Nothing was written. Try again.'),
    });
  };
  await target.write(counted(answer.body, onBytes, requireWhole), signal);
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onBytes: (done: number) => void,
  onEnd: (done: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const piece of body) {
    yield piece;
    done += piece.length;
    onBytes(done);
  }
  // If `onEnd` throws, the target isn't replaced.
  onEnd(done);
}

/**
 * Throws `AppError` (`otherOrigin`) before sending if the file's content isn't at its connection's
 * endpoint.
 */
async function checkOrigin(
  context: Pick<FilesContext, 'services'>,
  { ref }: KnownFile,
  address: string,
): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.origin === (await originOf(context, ref.connection))) return;
  throw new AppError(
    'otherOrigin',
    url
      ? l10n.t('The file is stored at {0}, which isn’t the connection’s endpoint.', url.host)
      : l10n.t('The API returned no download URL for the file.'),
    {
      hint: l10n.t(
        'Nothing was sent, because the credential is only for the connection’s own endpoint.',
      ),
    },
  );
}

async function originOf(
  { services }: Pick<FilesContext, 'services'>,
  connection: string,
): Promise<string | undefined> {
  if (connection === EMULATOR_ID) return new URL((await services.emulator.start()).baseUrl).origin;
  const endpoint = services.connections.find(connection)?.endpoint;
  return endpoint === undefined ? undefined : new URL(endpoint).origin;
}

const ENDING = /(?<=[^.\\/])\.[A-Za-z0-9]{1,8}$/;

/** Returns a file name that is safe on every OS: the display name is untrusted. */
export function fileNameOf(resource: JsonObject): string {
  const name = textAt(resource, 'displayName').trim();
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const mimeType = textAt(resource, 'mimeType').toLowerCase();
  const own = extensionOf(mimeType);
  const fallback = textAt(resource, 'name').split('/').at(-1) ?? '';
  return safeFileName(
    stem,
    ending === '' && own !== undefined ? `.${own}` : ending,
    safeFileName(fallback, '', 'file'),
  );
}

export const copyUri: FilesCommand<ResourceRef> = async (context, targets) => {
  const { system } = context;
  const files = await resourcesOf(context, targets);
  if (files.length === 0) return;
  const row = kindRow('file');
  const uris = files.map(({ resource }) => row.address?.(resource));
  const known = uris.filter((uri) => uri !== undefined);
  if (known.length === 0) {
    throw new AppError('noAddress', l10n.t('The file has no URI yet.'), {
      hint: l10n.t('It gets one after its content is uploaded.'),
    });
  }
  await system.copy(known.join('\n'));
  const [only] = known;
  context.showStatus(
    known.length === 1
      ? l10n.t('Copied {0}', only ?? '')
      : l10n.t('Copied the URIs of {0} files', known.length),
  );
};

/** Deletes a connection's failed or expired files. The `delete` command asks for confirmation. */
export const deleteStale: FilesCommand<ResourceRef> = async (context, targets) => {
  const { services, progress, clock } = context;
  const collection = targets.find((ref) => ref.collection) ?? filesOf(context);
  // Some files may have failed or expired since they were listed.
  services.store.invalidate(collection);
  const list = await progress(l10n.t('Searching for failed and expired files'), (signal) =>
    services.store.loadAll(collection, { signal }),
  );
  const stale = list.items.filter((resource) => isStale(resource, clock.now()));
  if (stale.length === 0) {
    context.showStatus(l10n.t('There are no failed or expired files.'));
    return;
  }
  context.showStatus(
    l10n.t('Failed or expired files: {0} of {1}.', stale.length, list.items.length),
  );
  const { connection, version, kind } = collection;
  const refs = stale.map((resource): ResourceRef => {
    return { connection, version, kind, name: nameOf(resource) };
  });
  await context.run('delete', refs);
};

function isStale(resource: JsonObject, now: number): boolean {
  const row = kindRow('file');
  return row.condition?.(resource) === 'failed' || (row.end?.(resource) ?? Infinity) <= now;
}

function filesOf({ services }: FilesContext): ResourceRef {
  const collection = topCollection('file', requireConnected(services.connections.active));
  if (collection) return collection;
  throw new AppError('noFiles', l10n.t('No API version of this connection supports files.'));
}

interface KnownFile {
  readonly ref: ResourceRef;
  readonly resource: JsonObject;
}

async function resourcesOf(
  { services }: Pick<FilesContext, 'services'>,
  targets: readonly ResourceRef[],
): Promise<readonly KnownFile[]> {
  const { store } = services;
  const files: KnownFile[] = [];
  for (const ref of targets) {
    if (ref.collection) continue;
    files.push({ ref, resource: store.find(ref) ?? (await store.get(ref)) });
  }
  return files;
}
