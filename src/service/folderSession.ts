import { isFree } from './connection';
import { createHash, randomUUID } from 'node:crypto';

interface FolderPlace {
  readonly uri: string;
}

/** URI prefix of a window. Like a folder, a window has its own session. */
const WINDOW = 'window:';

export function newWindow(): FolderPlace {
  return { uri: `${WINDOW}${randomUUID()}` };
}

/** Returns the session id of a folder, stable across windows and restarts. */
export function sessionOf({ uri }: FolderPlace): string {
  const name = digest(uri);
  return uri.startsWith(WINDOW) ? temporarySession(name) : name;
}

export function sessionAddress<A extends { readonly baseUrl: string }>(
  address: A,
  name: string,
): A {
  return { ...address, baseUrl: `${address.baseUrl}/s/${name}` };
}

/** Returns the name of a session that the emulator doesn't save on disk. */
export function temporarySession(name: string): string {
  return `~${name}`;
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Recordings folder of all sessions, relative to the workspace folder. */
export const RECORDINGS = '.genlang/recordings';

/** Returns the default recordings path of a folder, relative to it. */
export function defaultRecordings(folder: FolderPlace): string {
  return `${RECORDINGS}/${sessionOf(folder)}`;
}

/** Tells an emulator session whose requests it relays, because requests to an emulator are free. */
export function relayedFor(
  id: string,
): { readonly connection: string } | { readonly isFree: true } {
  return isFree(id) ? { isFree: true } : { connection: id };
}
