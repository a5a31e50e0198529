import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import { lazy } from '../../base/async';
import type { Disposable } from '../../base/disposable';
import { CancelledError, messageWithHint } from '../../base/errors';
import { withoutHome } from '../../base/withoutHome';
import { toSignal } from '../../platform/progress';
import { preparedInvocation, toolResult } from '../../platform/toolInvocation';
import { callTool, prepareTool } from '../callTool';
import { McpHttpServer } from '../mcp/httpServer';
import { capped, type Question, type ToolCall } from '../tool';
import { isToolName, toolRow } from '../tools';
import type { AgentHost } from './context';
import { toolContext } from './toolContext';

/** Minimum UTF-16 units per token, for the token budget of a model. */
const UNITS_PER_TOKEN = 2;
/** Questions that VS Code has shown, until this number. */
const MAX_SHOWN = 200;

export interface AgentTools extends Disposable {
  /** Returns what VS Code asks before a call. */
  prepare(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
  /** Runs a tool. Throws an error that tells the model what to do next. */
  invoke(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
  /** Starts the MCP server, once. */
  openMcp(): Promise<Pick<McpHttpServer, 'url' | 'token'>>;
  closeMcp(): void;
}

export function createAgentTools(host: AgentHost): AgentTools {
  const { log, prompts } = host;
  const redact = (text: string): string => withoutHome(host.redact(text), homedir());
  const context = toolContext(host);
  /** The shown questions by call. VS Code calls a tool only if the user has agreed. */
  const shown = new Map<string, string>();
  const callOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;
  let server: McpHttpServer | undefined;
  let open = lazy(openServer);

  async function openServer(): Promise<McpHttpServer> {
    const { version } = host.context.extension.packageJSON as { readonly version: string };
    server = await McpHttpServer.open({
      ...{ context, version, redact },
      instructions: 'Tools for the Gemini API with the connection that the user has selected.',
      confirm: async ({ title, message }) => {
        const allow = l10n.t('Allow');
        return (await prompts.confirm(title, { detail: message, actions: [allow] })) === allow;
      },
    });
    return server;
  }

  const closeMcp = (): void => {
    server?.dispose();
    server = undefined;
    open = lazy(openServer);
  };

  return {
    async prepare(name, input) {
      if (!isToolName(name)) return {};
      const doing = toolRow(name).title;
      try {
        const { question } = await prepareTool(name, input, context);
        if (!question) return preparedInvocation(doing);
        if (shown.size >= MAX_SHOWN) shown.clear();
        shown.set(callOf(name, input), JSON.stringify(question));
        return preparedInvocation(doing, question);
      } catch (error) {
        // The call fails with the same error, which the model sees.
        log.debug(`${name}: ${messageWithHint(error)}`);
        return preparedInvocation(doing);
      }
    },
    async invoke(name, { input, tokenizationOptions }, token) {
      if (!isToolName(name)) throw new Error(`Unknown tool ${name}.`);
      const call: ToolCall = { signal: toSignal(token), report: () => undefined };
      const isShown = (question: Question): boolean =>
        shown.get(callOf(name, input)) === JSON.stringify(question);
      try {
        const { text } = await callTool(name, input, context, isShown, call);
        const { tokenBudget } = tokenizationOptions ?? {};
        const limit = tokenBudget === undefined ? undefined : tokenBudget * UNITS_PER_TOKEN;
        return toolResult(redact(capped(text, limit)));
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        const message = redact(messageWithHint(error));
        log.warn(`${name}: ${message}`);
        throw new Error(message, { cause: error });
      }
    },
    openMcp: () => open(),
    closeMcp,
    dispose: closeMcp,
  };
}
