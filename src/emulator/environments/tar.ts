import { gunzipSync } from 'node:zlib';
import {
  nextTarName,
  readTarHead,
  safeTarPath,
  TAR_BLOCK,
  TarError,
  tarSize,
} from '../../base/tar';
import { StatusError } from '../status';

/** A file or folder in an archive. The path has no leading or trailing slash. */
interface UnpackedEntry {
  readonly path: string;
  readonly content: Buffer | undefined;
}

const GZIP = [0x1f, 0x8b] as const;

/**
 * Returns the files and folders of a tar or tar.gz archive, without links and devices. Throws 400
 * if invalid, larger than `most` bytes unpacked, or with paths outside the root.
 */
export function readTar(archive: Buffer, most: number): readonly UnpackedEntry[] {
  try {
    return entriesOf(unpacked(archive, most));
  } catch (error) {
    if (error instanceof TarError) throw new StatusError(400, error.message);
    throw error;
  }
}

function entriesOf(bytes: Buffer): readonly UnpackedEntry[] {
  if (bytes.length < TAR_BLOCK) throw new TarError();
  const entries: UnpackedEntry[] = [];
  // Long names are stored in a separate entry before the file.
  let longName: string | undefined;
  for (let at = 0; at + TAR_BLOCK <= bytes.length;) {
    const head = readTarHead(bytes.subarray(at, at + TAR_BLOCK));
    if (!head) break;
    const { size, type } = head;
    const content = bytes.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    if (content.length !== size) throw new TarError();
    at += TAR_BLOCK + tarSize(size);
    if (type === 'L' || type === 'x') {
      longName = nextTarName(head, content) ?? longName;
      continue;
    }
    const path = safeTarPath(longName ?? head.name);
    longName = undefined;
    if (path === '') continue;
    if (type === '5') entries.push({ path, content: undefined });
    else if (type === '0' || type === '\0') entries.push({ path, content });
  }
  return entries;
}

function unpacked(archive: Buffer, most: number): Buffer {
  const isPacked = archive[0] === GZIP[0] && archive[1] === GZIP[1];
  if (!isPacked) {
    if (archive.length > most) throw new TarError();
    return archive;
  }
  try {
    return gunzipSync(archive, { maxOutputLength: most });
  } catch {
    throw new TarError();
  }
}
