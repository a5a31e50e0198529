import * as vscode from 'vscode';
import { CancelledError } from '../base/errors';
import type { Event } from '../base/event';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import { escapedMarkdown, plainText } from './plainText';
import { toToken } from './progress';

/** A language model tool of VS Code, of an extension, or of an MCP server that the user has set up in VS Code. */
export interface VscodeTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the input; absent if the tool takes none. */
  readonly inputSchema?: object | undefined;
}

/** The language model tools of VS Code, without those of this extension. */
export interface VscodeTools {
  list(): readonly VscodeTool[];
  /** Tools don't run in untrusted workspaces. */
  isTrusted(): boolean;
  readonly onDidTrust: Event<void>;
  /**
   * Runs a tool, after VS Code's own confirmation if the tool asks for one. Returns the parts of the result. Throws the
   * tool's error, or `CancelledError` if the user declines.
   */
  invoke(name: string, input: JsonObject, signal: AbortSignal): Promise<readonly unknown[]>;
}

export function vscodeTools({ packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>) {
  const own = ownNames(packageJSON);
  // VS Code prefixes the tools of MCP servers, ours among them.
  const isOwn = (name: string): boolean =>
    own.some((one) => name === one || (name.startsWith('mcp_') && name.endsWith(`_${one}`)));
  const tools: VscodeTools = {
    list: () => vscode.lm.tools.filter(({ name }) => !isOwn(name)),
    isTrusted: () => vscode.workspace.isTrusted,
    onDidTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
    async invoke(name, input, signal) {
      try {
        // Outside of chat there is no invocation token, so VS Code shows confirmations as dialogs.
        const options = { input, toolInvocationToken: undefined };
        const { content } = await vscode.lm.invokeTool(name, options, toToken(signal));
        return content;
      } catch (error) {
        // Also thrown if the user declines.
        if (error instanceof Error && error.name === 'Canceled') throw new CancelledError(error);
        throw error;
      }
    },
  };
  return tools;
}

function ownNames(manifest: unknown): readonly string[] {
  const contributes = isObject(manifest) ? manifest.contributes : undefined;
  const tools = isObject(contributes) ? items(contributes.languageModelTools) : [];
  return tools.filter(isObject).map((tool) => textAt(tool, 'name'));
}

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
