import * as vscode from 'vscode';
import { kindRow } from '../../catalog/kinds';
import type { ResourceNode } from '../nodes';

/** The icon of a resource: it turns while work goes on, and is red after a failure. */
export function resourceIcon({ kind, resource, work }: ResourceNode): vscode.ThemeIcon {
  const row = kindRow(kind);
  const condition = row.condition?.(resource);
  if (work || condition === 'busy') return new vscode.ThemeIcon('loading~spin');
  if (condition === 'failed') {
    return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  }
  return new vscode.ThemeIcon(row.icons?.(resource) ?? row.icon);
}
