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

export const fillStore: FilesCommand<ResourceRef> = async (context, [target]) => {
  if (!target || target.collection || !(await requireReady(context))) return;
  const { services } = context;
  const connection = services.connections.find(target.connection);
  if (!connection)
    throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  await upload(context, [], connection, target);
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
