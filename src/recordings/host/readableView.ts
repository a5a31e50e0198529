import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import { escapeLine } from '../../platform/plainText';
import { type LiveText, type LensTexts, codeLens } from '../../platform/textDocuments';
import { describeRules } from '../rules';
import { answersText } from './answersText';
import { exchangeText } from './exchangeText';
import { framesText } from './framesText';
import { readContent, nameOf } from './recordingFile';
import { commandId } from '../../catalog/commands';
import { mayBeModelExchange, kindOf } from '../store';

/** Delay after typing or file changes in ms. */
const DELAY_MS = 150;

export async function readableView(uri: vscode.Uri): Promise<LiveText> {
  let text = await readableText(uri);
  return {
    name: `${nameOf(uri)}.md`,
    subject: uri.toString(),
    actions: recordingActions(uri),
    read: () => text,
    onDidChange: (tell) =>
      watchDocument(uri, async () => {
        const next = await readableText(uri);
        if (next === text) return;
        text = next;
        tell();
      }),
  };
}

async function readableText(uri: vscode.Uri): Promise<string> {
  try {
    const content = await readContent(uri);
    switch (content.kind) {
      case 'exchange': {
        const { exchange, rules } = content;
        const { talk } = exchange;
        if (talk) return framesText(talk);
        return exchangeText(exchange, { ignored: describeRules(rules) });
      }
      case 'answers':
        return answersText(nameOf(uri), content.answers);
    }
  } catch (error) {
    const title = `# ${escapeLine(nameOf(uri))}`;
    return `${[title, l10n.t('Couldn’t read the file:'), escapeLine(errorMessage(error))].join('\n\n')}\n`;
  }
}

function watchDocument(uri: vscode.Uri, changed: () => Promise<void>): Disposable {
  const disposables = new DisposableStore();
  const settled = disposables.add(new Debouncer(systemClock, DELAY_MS, () => void changed()));
  const soon = (): void => settled.trigger();
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), nameOf(uri));
  const watcher = disposables.add(vscode.workspace.createFileSystemWatcher(pattern));
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
    disposables.add(event(soon));
  }
  disposables.add(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === uri.toString()) soon();
    }),
  );
  return disposables;
}

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
function recordingActions(uri: vscode.Uri): readonly LensTexts[] {
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
    title,
    command: commandId(command),
    arguments: [uri],
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
