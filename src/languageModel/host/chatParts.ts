import * as vscode from 'vscode';
import type { ChatSink } from '../chatTurn';

/** Classes that VS Code has at run time only: thinking is a proposal, and data came later than 1.105. */
interface RuntimeClasses {
  readonly LanguageModelThinkingPart?: new (
    value: string,
    id?: string,
    metadata?: object,
  ) => vscode.LanguageModelTextPart;
  readonly LanguageModelDataPart?: new (
    data: Uint8Array,
    mimeType: string,
  ) => vscode.LanguageModelTextPart;
}

const { LanguageModelThinkingPart: ThinkingPart, LanguageModelDataPart: DataPart } =
  vscode as unknown as RuntimeClasses;

export const TAKES_THOUGHTS = ThinkingPart !== undefined;

/** Reports parts of a response to VS Code. Drops parts that it doesn’t support. */
export function sinkFor(progress: vscode.Progress<vscode.LanguageModelResponsePart>): ChatSink {
  return {
    text: (text) => progress.report(new vscode.LanguageModelTextPart(text)),
    thinking(text, signature) {
      if (!ThinkingPart) return;
      const metadata = signature === undefined ? undefined : { signature };
      progress.report(new ThinkingPart(text, undefined, metadata));
    },
    call: (callId, name, input) =>
      progress.report(new vscode.LanguageModelToolCallPart(callId, name, input)),
    data(bytes, mimeType) {
      if (DataPart) progress.report(new DataPart(bytes, mimeType));
    },
  };
}
