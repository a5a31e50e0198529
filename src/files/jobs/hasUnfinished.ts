import { FolderStore } from '../../platform/files';
import { join } from 'node:path';

/** Folder of unfinished uploads, below this extension's own storage. */
export const UPLOADS_FOLDER = 'uploads';

/** Whether an earlier window left an upload that can go on. */
export async function hasUnfinished(storage: string): Promise<boolean> {
  const names = await new FolderStore(join(storage, UPLOADS_FOLDER)).list();
  return names.some((name) => name.endsWith('.json'));
}
