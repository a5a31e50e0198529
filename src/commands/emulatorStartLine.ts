import type * as vscode from 'vscode';
import { digest } from '../service/folderSession';
import type { AddressNote } from '../service/sharedEmulator';

/**
 * Returns a storage key for one machine and folder: VS Code shares secrets and `globalState`
 * across remote machines, and secrets across profiles.
 * @param host remote machine name; undefined for the local machine, whose name may change.
 */
export function machineKey(key: string, host: string | undefined, folder: string): string {
  return `${key}.${digest(JSON.stringify([host ?? null, folder]))}`;
}

/**
 * Stores the start line of a machine’s emulator. Never rejects: without a keyring, each window has its own
 * emulator.
 * @param key unique per machine.
 * @param onError receives storage errors.
 */
export function emulatorStartLine(
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
