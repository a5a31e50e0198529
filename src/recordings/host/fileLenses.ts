import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commandId } from '../../catalog/commands';
import { codeLens, type LensTexts } from '../../platform/textDocuments';
import { kindOf, mayBeModelExchange } from './names';

export function fileLenses(uri: vscode.Uri): vscode.CodeLens[] {
  if (kindOf(uri.path) === undefined) return [];
  const view: LensTexts = {
    icon: 'open-preview',
    title: l10n.t('Open Preview'),
    command: commandId('openReadableView'),
    arguments: [uri],
  };
  return [view, ...recordingActions(uri)].map(codeLens);
}

/** Returns the actions on a recording. Untrusted workspaces allow read-only actions. */
export function recordingActions(uri: vscode.Uri): readonly LensTexts[] {
  const kind = kindOf(uri.path);
  if (kind !== 'exchange' && kind !== 'frames') return [];
  if (!vscode.workspace.isTrusted) {
    return [
      {
        icon: 'workspace-untrusted',
        title: l10n.t('Trust This Workspace to Use the Recording'),
        tooltip: l10n.t('Recordings can be sent and written only in a trusted workspace.'),
        command: 'workbench.trust.manage',
      },
    ];
  }
  const one = (title: string, command: RecordingAction): LensTexts => ({
    ...{ title, command: commandId(command), arguments: [uri] },
  });
  const compare = one(l10n.t('Compare with Unmatched Request'), 'compareWithMissed');
  const rule = one(l10n.t('Create Mock'), 'makeRule');
  return [
    { ...one(l10n.t('Replay'), 'replayRecording'), icon: 'debug-rerun' },
    ...(mayBeModelExchange(uri.path) ? [one(l10n.t('Open in Playground'), 'openRecording')] : []),
    rule,
    compare,
    one(l10n.t('Re-record'), 'recordAgain'),
  ];
}

type RecordingAction =
  | 'replayRecording'
  | 'openRecording'
  | 'makeRule'
  | 'compareWithMissed'
  | 'recordAgain';
