import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import type { CommandHandlers } from '../../catalog/commands';
import { MCP_PROVIDER } from '../../catalog/ids';
import type { AgentHost } from './agentTools';

const COMMANDS = ['copyMcpConfiguration'] as const;

interface AgentRoom extends Disposable {
  readonly handlers: CommandHandlers<(typeof COMMANDS)[number]>;
}

/** Registers the agent tools of package.json, and the MCP server. Loads on the first call. */
export function registerAgent(host: AgentHost): AgentRoom {
  const disposables = new DisposableStore();
  const { context, settings } = host;
  const { contributes, version } = context.extension.packageJSON as Manifest;
  const load = lazy(async () => {
    const { createAgentTools } = await import('./agentTools');
    return disposables.add(createAgentTools(host));
  });
  for (const { name } of contributes.languageModelTools) {
    const tool: vscode.LanguageModelTool<unknown> = {
      prepareInvocation: async ({ input }) => (await load()).prepare(name, input),
      invoke: async (options, token) => (await load()).invoke(name, options, token),
    };
    disposables.add(vscode.lm.registerTool(name, tool));
  }
  const isOn = (): boolean => settings.read('mcp.enabled') === true;
  const changed = disposables.add(new Emitter<void>());
  let wasOn = isOn();
  disposables.add(
    settings.onDidChange(() => {
      if (isOn() === wasOn) return;
      wasOn = isOn();
      if (!wasOn) void load().then((agent) => agent.closeMcp());
      changed.fire();
    }),
  );
  disposables.add(
    vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      // The server starts when VS Code resolves the definition.
      provideMcpServerDefinitions: () => (isOn() ? [definition(version)] : []),
      resolveMcpServerDefinition: async () => {
        const { url, token } = await (await load()).openMcp();
        return definition(version, url, { Authorization: `Bearer ${token}` });
      },
    }),
  );
  return {
    handlers: lazyFunctions(COMMANDS, async () => {
      const { copyMcpConfiguration } = await import('./agentTools');
      return { copyMcpConfiguration: () => copyMcpConfiguration(host) };
    }),
    dispose: () => disposables.dispose(),
  };
}

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

function definition(
  version: string,
  url = 'http://127.0.0.1/mcp',
  headers: Record<string, string> = {},
): vscode.McpHttpServerDefinition {
  const uri = vscode.Uri.parse(url, true);
  return new vscode.McpHttpServerDefinition('Gemini API', uri, headers, version);
}
