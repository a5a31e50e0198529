import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import type { Connection } from '../../service/connection';
import { mimeTypeOf } from '../mime/mimeTypeOf';
import type { FilesRoom } from '../room';
import { contentHash } from '../source/contentHash';
import { readHead } from '../source/readHead';
import type { Candidate, LeftOut } from './candidate';
import { filesThere } from './filesThere';

/** A file that can be uploaded, and what is known of it before. */
export interface Looked extends Candidate {
  /** Undefined where nothing tells it. */
  readonly mimeType: string | undefined;
  /** A File resource with the same content. */
  readonly twin?: JsonObject;
}

export interface LookedAll {
  readonly files: readonly Looked[];
  /** Bytes of all files of the project. */
  readonly used: number;
}

/** Files that are read at once. */
const AT_ONCE = 4;

/**
 * Reads what must be known of files before one is sent: their types, and whether the service has them already.
 * Those that can't be read are left out; thrown instead where there is only one.
 */
export async function look(
  room: Pick<FilesRoom, 'services' | 'userFiles' | 'clock' | 'readSetting'>,
  connection: Connection,
  candidates: readonly Candidate[],
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<LookedAll> {
  const there = await filesThere(room, connection, signal);
  const overrides = room.readSetting('files.mimeTypes');
  const looked: (Looked | undefined)[] = candidates.map(() => undefined);
  await mapConcurrent(AT_ONCE, candidates.entries(), async ([index, candidate]) => {
    throwIfAborted(signal);
    const { file } = candidate;
    try {
      const mimeType = mimeTypeOf(file.name, overrides, await readHead(file, room.userFiles));
      const twin = await there.twinOf(file, signal);
      looked[index] = { ...candidate, mimeType, ...(twin && { twin }) };
    } catch (error) {
      if (!(error instanceof AppError) || candidates.length === 1) throw error;
      leftOut.push({ name: file.name, reason: 'unreadable' });
    }
  });
  const files = looked.filter((one) => one !== undefined);
  return { files: await onceEach(room, files, leftOut, signal), used: there.used };
}

/** The files without those that have the content and the type of one before them. */
async function onceEach(
  { userFiles }: Pick<FilesRoom, 'userFiles'>,
  files: readonly Looked[],
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<readonly Looked[]> {
  // Only those that are as large as another one are read.
  const alike = Map.groupBy(
    files.filter(({ mimeType }) => mimeType !== undefined),
    ({ file, mimeType }) => `${file.size} ${mimeType ?? ''}`,
  );
  const again = new Set<Looked>();
  for (const some of alike.values()) {
    if (some.length === 1) continue;
    const seen = new Set<string>();
    for (const one of some) {
      const hash = await contentHash(one.file, userFiles, signal);
      if (seen.has(hash)) again.add(one);
      seen.add(hash);
    }
  }
  leftOut.push(...[...again].map(({ displayName: name }): LeftOut => ({ name, reason: 'same' })));
  return files.filter((one) => !again.has(one));
}
