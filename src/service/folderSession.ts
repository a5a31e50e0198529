import { createHash } from 'node:crypto';

/** A folder of the workspace, by its address, which tells folders apart. */
export interface FolderPlace {
  readonly uri: string;
}

/** The session of a folder: the same in every window and after every start, and another one for every folder. */
export function sessionOf({ uri }: FolderPlace): string {
  return createHash('sha256').update(uri).digest('hex').slice(0, 8);
}

/** Where the recordings of all sessions of a folder are, from it on. */
export const RECORDINGS = '.genlang/recordings';

/** Where a folder's recordings are unless another place is named, from the folder on. */
export function usualRecordings(folder: FolderPlace): string {
  return `${RECORDINGS}/${sessionOf(folder)}`;
}
