import { ACTIVE_FOLDERS_KEY } from '../catalog/ids';
import { generating, type FolderMode, type ModeChoice } from './sessionModes';

/** The used part of VS Code’s `Memento`. */
interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

export interface RememberedFolder {
  readonly choice: ModeChoice;
  readonly wasRecording: boolean;
}

interface RememberedFolders {
  readonly [uri: string]: RememberedFolder;
}

export function rememberedFolders(memory: Memory): RememberedFolders {
  return memory.get<RememberedFolders>(ACTIVE_FOLDERS_KEY) ?? {};
}

export async function rememberFolders(memory: Memory, folders: RememberedFolders): Promise<void> {
  if (JSON.stringify(rememberedFolders(memory)) === JSON.stringify(folders)) return;
  await memory.update(ACTIVE_FOLDERS_KEY, folders);
}

export function toRemembered(mode: FolderMode | undefined): RememberedFolder {
  const recordings = generating(mode);
  if (!mode || mode.mode === 'generate') return { choice: recordings, wasRecording: false };
  // `auto` without an upstream doesn't record. `record` could otherwise call the API unnoticed.
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
