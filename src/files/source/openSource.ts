import type { UploadSource } from '../../api/upload/source';
import { throwIfAborted } from '../../base/async';
import type { UserFile, UserFiles } from '../userFiles';
import { sourceChanged } from './fileErrors';
import { openLocal } from './openLocal';
import { readVirtual } from './readVirtual';

/** A source that holds its file open. */
export type OpenSource = UploadSource & {
  /** Lets go of the file. May be called more than once. */
  close(): Promise<void>;
};

/**
 * Opens a file for its upload. One of this machine is read in large pieces whose memory is used again; one of a
 * virtual file system at once, up to 100 MB.
 *
 * Throws `AppError`: `sourceChanged` where it is not as large or as old as it was when `file` was looked at,
 * `tooLarge` for a virtual one, `fileGone`, `notReadable`.
 */
export async function openSource(
  file: UserFile,
  userFiles: UserFiles,
  pieceBytes?: number,
): Promise<OpenSource> {
  if (file.localPath !== undefined) return await openLocal(file, file.localPath, pieceBytes);
  const content = await readVirtual(file, userFiles);
  if (content.byteLength !== file.size) throw sourceChanged(file);
  return {
    size: content.byteLength,
    async *read(offset, signal) {
      throwIfAborted(signal);
      // The file may have been saved meanwhile, and what is finished is to be what is there.
      const { size, modifiedAt } = await userFiles.inspect(file.target).catch((error: unknown) => {
        throw sourceChanged(file, error);
      });
      if (size !== file.size || modifiedAt !== file.modifiedAt) throw sourceChanged(file);
      if (offset < content.byteLength) yield content.subarray(offset);
    },
    close: () => Promise.resolve(),
  };
}
