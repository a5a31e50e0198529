import { isGone } from '../../service/isGone';
import type { Services } from '../../service/services';
import { fileRef } from './fileRef';
import type { UploadJob } from './job';

/** Takes the file of an upload away that was cancelled when the service may have had it. */
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
