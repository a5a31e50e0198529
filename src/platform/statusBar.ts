import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { labelText, plainText } from './plainText';

/** Milliseconds for which the status bar says something. */
const MOMENT = 4000;

/** Says something at the bottom of the window for a moment; for what needs no answer. */
export function tellBriefly(text: string, durationMs = MOMENT): void {
  vscode.window.setStatusBarMessage(labelText(text), durationMs);
}

/** One of the two backgrounds that VS Code lets an item have. */
const WARNING = 'statusBarItem.warningBackground';

/** What an item of the status bar shows. */
export interface StatusTexts {
  /** Codicon id; never from elsewhere. */
  readonly icon: string;
  readonly label: string;
  /** Sentences, one a line; for the tooltip, and for a screen reader. */
  readonly details: readonly string[];
  /** In the colour of warnings. */
  readonly isWarning?: boolean;
}

export interface StatusItem extends Disposable {
  update(texts: StatusTexts): void;
  show(): void;
}

/** An item at the right of the status bar; a click runs its command. The name stands in the menu that hides it. */
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
      // Names and e-mail addresses are texts from elsewhere: each sentence stays on its line.
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
