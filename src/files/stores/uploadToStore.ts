import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import type { ResourceRef } from '../../catalog/ref';
import type { Connection } from '../../service/connection';
import type { FilesCommand, FilesContext } from '../context';
import { requireReady } from '../preconditions';
import { uploadTo } from '../uploadFiles';
import { chooseStore, storeName } from './chooseStore';
import { askStoreSettings } from './storeSettings';

export const uploadToStore: FilesCommand<FileTarget> = async (context, targets) => {
  const connection = await requireReady(context);
  if (!connection) return;
  const ref = await chooseStore(context, connection, l10n.t('Upload to File Search Store'));
  if (ref) await upload(context, targets, connection, ref);
};

/** Uploads to a store, or to that of a list of documents. */
export const fillStore: FilesCommand<ResourceRef> = async (context, [target]) => {
  if (!target || !(await requireReady(context))) return;
  const connection = context.services.connections.find(target.connection);
  if (!connection)
    throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  const { version, name } = target;
  const kind = 'fileSearchStore';
  await upload(context, [], connection, { connection: connection.id, version, kind, name });
};

async function upload(
  context: FilesContext,
  targets: readonly FileTarget[],
  connection: Connection,
  ref: ResourceRef,
): Promise<void> {
  const name = storeName(context, ref);
  const settings = (what: string, count: number) =>
    askStoreSettings(context, l10n.t('Upload {0} to {1}', what, name), count);
  await uploadTo(context, targets, { connection, store: { ref, name, settings } });
}
