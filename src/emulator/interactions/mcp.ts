import type { Message } from '../../api/schema/infer';
import { digest } from '../digest';
import { topic, words } from '../text';
import { argumentOf, type Trigger } from '../triggers';
import type { Step } from './run';

type Server = Message<'interactions.MCPServer'>;

/** What every server is said to have. No server is ever reached. */
const TOOLS = ['lookup', 'list_items', 'current_time'] as const;

/**
 * Calls of tools of MCP servers with their results, where a message names a server or has a word of a tool's name, or
 * with `[[mcp]]`, which may name the tool.
 */
export function mcpSteps(
  servers: readonly Server[],
  question: string,
  triggers: readonly Trigger[],
): readonly Step[] {
  const said = new Set(words(question).map((word) => word.toLowerCase()));
  const asked = argumentOf(triggers, 'mcp');
  return servers.flatMap(({ name: server = '', url = '', allowed_tools: lists = [] }) => {
    const allowed = lists.flatMap(({ tools = [] }) => tools);
    const usable = allowed.length > 0 ? allowed : TOOLS;
    const hinted = usable.find((tool) => tool.split('_').some((word) => said.has(word)));
    const named = asked === undefined || asked === '' ? undefined : asked;
    const isNamed = asked !== undefined || said.has(server.toLowerCase());
    const tool = named ?? hinted ?? (isNamed ? usable[0] : undefined);
    if (tool === undefined) return [];
    const id = `mcp-${digest([server, tool, question]).slice(0, 8)}`;
    const query = topic(question).join(' ');
    return [
      {
        type: 'mcp_server_tool_call',
        id,
        name: tool,
        server_name: server,
        arguments: { query },
      },
      {
        type: 'mcp_server_tool_result',
        call_id: id,
        name: tool,
        server_name: server,
        result: { emulated: true, server: url, tool, found: query },
      },
    ] satisfies Step[];
  });
}
