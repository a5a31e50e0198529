import * as vscode from 'vscode';
import { escapedMarkdown, plainText } from './plainText';

/** Returns what VS Code shows before a tool call. Texts are escaped, because models and files write parts of them. */
export function preparedInvocation(
  doing: string,
  question?: { readonly title: string; readonly message: string },
): vscode.PreparedToolInvocation {
  return {
    invocationMessage: plainText(doing),
    ...(question && {
      confirmationMessages: {
        title: plainText(question.title),
        message: new vscode.MarkdownString(escapedMarkdown(question.message), false),
      },
    }),
  };
}

export function toolResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
