import type { UserFile } from '../userFiles';
import { NAME_LIMIT } from './limits';

/** A file that may be uploaded. */
export interface Candidate {
  readonly file: UserFile;
  readonly displayName: string;
  /** Nobody named it: it lies in a folder that was chosen. */
  readonly isOfFolder: boolean;
}

/** Why a file is not uploaded. */
export type LeftOutReason =
  | 'ignored'
  | 'pattern'
  | 'same'
  | 'empty'
  | 'unreadable'
  | 'gone'
  | 'other'
  | 'folder'
  | 'leadsOut'
  | 'tooLarge'
  | 'tooLargeVirtual';

export interface LeftOut {
  readonly name: string;
  readonly reason: LeftOutReason;
  /** In bytes, where it is known. */
  readonly size?: number;
}

/** A name within the service's limit; of a longer one the end, where the ending is. */
export function displayNameOf(name: string): string {
  const characters = Array.from(name.toWellFormed());
  return characters.length > NAME_LIMIT
    ? `…${characters.slice(1 - NAME_LIMIT).join('')}`
    : characters.join('');
}
