import * as vscode from 'vscode';
import type { Event } from '../base/event';
import { PREFIX } from '../catalog/ids';
import type { SettingName } from '../catalog/settings';
import { localValue } from '../platform/localValue';

/** Settings that determine where credentials are sent. */
export interface ConnectionSettings {
  /** Reads the user’s value only, never one of a workspace or remote machine. */
  read(name: SettingName): unknown;
  write(name: SettingName, value: unknown): Promise<void>;
  readonly onDidChange: Event<void>;
}

/**
 * Uses only the user value of `inspect()`, because setting scopes and workspace trust don’t exclude all
 * workspace values (nested objects once passed).
 */
export const userSettings: ConnectionSettings = {
  read: (name) => localValue(vscode.workspace.getConfiguration(PREFIX).inspect(name)),
  write: async (name, value) => {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration(PREFIX).update(name, value, target);
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(PREFIX)) listener();
    }),
};
