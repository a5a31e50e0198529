import * as vscode from 'vscode';
import { systemClock, type Clock } from '../../../base/clock';
import type { L10n } from '../../../platform/l10n';
import { notificationProgress, type Progress } from '../../../platform/progress';
import type { Prompts } from '../../../platform/prompts';
import type { TextDocuments } from '../../../platform/textDocuments';
import type { PlaygroundHost } from '../register';
import type { PromptFiles } from './promptFiles';
import { VscodePromptFiles } from './vscodePromptFiles';

/** What the work on prompt files stands on. */
export interface PromptParts {
  readonly files: PromptFiles;
  readonly prompts: Prompts;
  readonly documents: TextDocuments;
  readonly progress: Progress;
  /** Keeps the values that were entered last, of this workspace. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  /** False where the user has not said that the workspace may be trusted. */
  readonly isTrusted: () => boolean;
  readonly clock: Clock;
  readonly l10n: L10n;
}

export function promptParts({ prompts, documents, context }: PlaygroundHost): PromptParts {
  return {
    files: new VscodePromptFiles(),
    prompts,
    documents,
    progress: notificationProgress,
    memory: context.workspaceState,
    isTrusted: () => vscode.workspace.isTrusted,
    clock: systemClock,
    l10n: vscode.l10n,
  };
}
