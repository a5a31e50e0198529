import * as l10n from '@vscode/l10n';
import type { AgentHost } from './context';

/** Configuration for agents such as Cursor and Claude Code: the emulator’s command line, without a key. */
const CONFIGURATION = {
  mcpServers: {
    'gemini-api': { command: 'npx', args: ['-y', 'generative-language-emulator', 'mcp'] },
  },
};

/** Copies the MCP configuration to the clipboard. */
export async function copyMcpConfiguration({
  prompts,
  system,
}: Pick<AgentHost, 'prompts' | 'system'>): Promise<void> {
  await system.copy(`${JSON.stringify(CONFIGURATION, undefined, 2)}\n`);
  void prompts.notify(
    'info',
    l10n.t('Copied the MCP configuration. Paste it into your agent’s MCP settings.'),
  );
}
