import type * as vscode from 'vscode';
import { digest } from '../service/folderSession';
import type { AddressNote } from '../service/sharedEmulator';

/**
 * The key of what belongs to one machine and one folder on it. VS Code keeps secrets and `globalState` where the user sits,
 * for all machines whose windows they open, and secrets for all profiles too, each of which has a folder of its own.
 * @param host the name of another machine than the user's own. That one needs none, and its name changes with the network.
 */
export function keyOnMachine(key: string, host: string | undefined, folder: string): string {
  return `${key}.${digest(JSON.stringify([host ?? null, folder]))}`;
}

/**
 * Where the windows of one machine find the emulator that runs there. Nothing rejects: without a keyring each window has an
 * emulator of its own.
 * @param key is that of one machine.
 * @param onError hears why nothing is read or written.
 */
export function emulatorNote(
  secrets: vscode.SecretStorage,
  key: string,
  onError: (error: unknown) => void,
): AddressNote {
  const told = async <T>(work: Thenable<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return {
    read: () => told(secrets.get(key)),
    write: (line) => told(secrets.store(key, line)),
    remove: () => told(secrets.delete(key)),
    onDidChange: (listener) =>
      secrets.onDidChange((changed) => {
        if (changed.key === key) listener();
      }),
  };
}
