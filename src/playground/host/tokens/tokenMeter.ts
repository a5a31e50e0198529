import * as vscode from 'vscode';
import { PREFIX, settings, type TokenMeter } from '../../../catalog/ids';

const CHOICES: readonly string[] = ['live', 'manual', 'off'] satisfies readonly TokenMeter[];

/** What the user set; anything else counts as the default. A workspace has no say in what costs requests. */
export function tokenMeter(): TokenMeter {
  const name = 'playground.tokenMeter';
  const found = vscode.workspace.getConfiguration(PREFIX).inspect<unknown>(name)?.globalValue;
  return typeof found === 'string' && CHOICES.includes(found)
    ? (found as TokenMeter)
    : settings[name];
}
