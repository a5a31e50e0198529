import * as vscode from 'vscode';
import type { Event } from '../base/event';
import { PREFIX } from '../catalog/ids';
import type { SettingName } from '../catalog/settings';
import { ownValue } from '../platform/ownValue';

/** The settings that say where credentials are sent. */
export interface ConnectionSettings {
  /** What the user's own settings say; neither a workspace nor a remote machine has a say. */
  read(name: SettingName): unknown;
  write(name: SettingName, value: unknown): Promise<void>;
  readonly onDidChange: Event<void>;
}

/**
 * Reads the user's part of `inspect()` and nothing else: neither the scope of a setting nor workspace trust
 * keeps every form of a workspace's value out (nested objects once passed), so those are never looked at.
 */
export const userSettings: ConnectionSettings = {
  read: (name) => ownValue(vscode.workspace.getConfiguration(PREFIX).inspect(name)),
  write: async (name, value) => {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration(PREFIX).update(name, value, target);
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(PREFIX)) listener();
    }),
};
