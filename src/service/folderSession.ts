import { createHash, randomUUID } from 'node:crypto';

/** A folder of the workspace, by its address, which tells folders apart. */
interface FolderPlace {
  readonly uri: string;
}

/** What the address of a window begins with, which has a session for itself as a folder has, and never another time. */
const WINDOW = 'window:';

export function newWindow(): FolderPlace {
  return { uri: `${WINDOW}${randomUUID()}` };
}

/** The session of a folder: the same in every window and after every start, and another one for every folder. */
export function sessionOf({ uri }: FolderPlace): string {
  const name = digest(uri);
  return uri.startsWith(WINDOW) ? passingSession(name) : name;
}

/** Where a session of an emulator is found, with what belongs to the address. */
export function sessionAddress<A extends { readonly baseUrl: string }>(
  address: A,
  name: string,
): A {
  return { ...address, baseUrl: `${address.baseUrl}/s/${name}` };
}

/** A session of which the emulator keeps nothing on the disk: it is for one use, or for recordings that are elsewhere. */
export function passingSession(name: string): string {
  return `~${name}`;
}

/** Some digits that tell texts apart, and do not tell what they say. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Where the recordings of all sessions of a folder are, from it on. */
export const RECORDINGS = '.genlang/recordings';

/** Where a folder's recordings are unless another place is named, from the folder on. */
export function usualRecordings(folder: FolderPlace): string {
  return `${RECORDINGS}/${sessionOf(folder)}`;
}
