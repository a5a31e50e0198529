import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { labelText, plainText } from './plainText';

/** Display time in ms. */
const MOMENT = 4000;

export function showBriefly(text: string, durationMs = MOMENT): void {
  vscode.window.setStatusBarMessage(labelText(text), durationMs);
}

const WARNING = 'statusBarItem.warningBackground';

export interface StatusTexts {
  /** Codicon id; never from untrusted data. */
  readonly icon: string;
  readonly label: string;
  readonly details: readonly string[];
  readonly isWarning?: boolean;
}

export interface StatusItem extends Disposable {
  update(texts: StatusTexts): void;
  show(): void;
}

/** Creates an item on the right that runs a command. The name appears in the menu that hides it. */
export function statusItem(
  id: string,
  priority: number,
  name: string,
  command: string,
): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority);
  item.name = name;
  item.command = command;
  return {
    update({ icon, label, details, isWarning = false }) {
      // Names and emails are untrusted: keep each on one line.
      const lines = details.map(plainText);
      item.text = `$(${icon}) ${labelText(label)}`;
      item.tooltip = lines.join('\n');
      item.backgroundColor = isWarning ? new vscode.ThemeColor(WARNING) : undefined;
      item.accessibilityInformation = { label: lines.join(' '), role: 'button' };
    },
    show: () => item.show(),
    dispose: () => item.dispose(),
  };
}
