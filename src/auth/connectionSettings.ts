import * as vscode from 'vscode';
import type { Event } from '../base/event';
import { PREFIX, type SettingName } from '../catalog/ids';

/** The settings that say where credentials are sent. */
export interface ConnectionSettings {
  /** What the user's own settings say; a workspace has no say. */
  read(name: SettingName): unknown;
  write(name: SettingName, value: unknown): Promise<void>;
  readonly onDidChange: Event<void>;
}

/**
 * Reads `inspect().globalValue` and nothing else: neither the scope of a setting nor workspace trust keeps
 * every form of a workspace's value out (nested objects once passed), so those are never looked at.
 */
export const userSettings: ConnectionSettings = {
  read: (name) => vscode.workspace.getConfiguration(PREFIX).inspect(name)?.globalValue,
  write: async (name, value) => {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration(PREFIX).update(name, value, target);
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(PREFIX)) listener();
    }),
};
