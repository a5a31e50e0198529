import { FOLDERS_ON } from '../catalog/ids';
import { generating, type FolderMode, type ModeChoice } from './sessionModes';

/** What of VS Code's `Memento` is used. */
export interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

/** A folder that was on when its window was closed or loaded again. */
export interface RememberedFolder {
  /** What answered its programs. Nothing that records is ever kept: the emulator answers in its place. */
  readonly choice: ModeChoice;
  readonly wasRecording: boolean;
}

/** By the addresses of the folders. */
export interface RememberedFolders {
  readonly [uri: string]: RememberedFolder;
}

/** The folders that were on in this workspace. */
export function rememberedFolders(memory: Memory): RememberedFolders {
  return memory.get<RememberedFolders>(FOLDERS_ON) ?? {};
}

export async function rememberFolders(memory: Memory, folders: RememberedFolders): Promise<void> {
  if (JSON.stringify(rememberedFolders(memory)) === JSON.stringify(folders)) return;
  await memory.update(FOLDERS_ON, folders);
}

/** A folder as it is to come back. */
export function asRemembered(mode: FolderMode | undefined): RememberedFolder {
  const recordings = generating(mode);
  if (!mode || mode.mode === 'generate') return { choice: recordings, wasRecording: false };
  // `auto` without a service to ask records nothing; `record` would ask one where nothing holds it back.
  const isAnswered =
    mode.mode === 'replay' || (mode.mode === 'auto' && mode.upstream === undefined);
  if (!isAnswered || mode.asks !== undefined) return { choice: recordings, wasRecording: true };
  const { startsOver } = mode;
  const choice = { ...recordings, mode: mode.mode };
  return {
    choice: startsOver === undefined ? choice : { ...choice, startsOver },
    wasRecording: false,
  };
}
