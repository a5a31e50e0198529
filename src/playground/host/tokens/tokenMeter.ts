import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { PREFIX, settings, type TokenMeter } from '../../../catalog/ids';

const CHOICES: readonly string[] = ['live', 'manual', 'off'] satisfies readonly TokenMeter[];

const NAME = 'playground.tokenMeter';

/** What the user set; anything else counts as the default. A workspace has no say in what costs requests. */
export function tokenMeter(): TokenMeter {
  const found = vscode.workspace.getConfiguration(PREFIX).inspect<unknown>(NAME)?.globalValue;
  return typeof found === 'string' && CHOICES.includes(found)
    ? (found as TokenMeter)
    : settings[NAME];
}

/** Tells when the user may have changed it. */
export function onDidChangeTokenMeter(listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${PREFIX}.${NAME}`)) listener();
  });
}
