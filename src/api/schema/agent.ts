import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

export const agentMessages = {
  'agents.Agent': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        immutable: true,
        doc: 'Last segment of the resource name, chosen by the client.',
      },
      base_agent: {
        type: 'string',
        immutable: true,
        doc: 'The base agent, such as antigravity-preview-09-2026.',
      },
      description: {
        type: 'string',
        immutable: true,
        doc: 'Human-readable description of the agent’s purpose.',
      },
      system_instruction: {
        type: 'string',
        immutable: true,
        doc: 'System instruction that steers the agent.',
      },
      tools: {
        type: 'agents.AgentTool',
        repeated: true,
        immutable: true,
        doc: 'Tools in addition to those of the base agent.',
      },
      agent_config: {
        type: 'interactions.AntigravityAgentConfig',
        immutable: true,
        doc: 'Settings of the base agent.',
      },
      base_environment: {
        type: 'interactions.InteractionEnvironment',
        reaches: 'code',
        immutable: true,
        doc: 'Initial sandbox of each run: an ID or a configuration.',
      },
    },
  },
  'agents.AgentTool': {
    versions: NEW,
    oneOf: [
      'interactions.CodeExecution',
      'interactions.Function',
      'interactions.GoogleSearch',
      'interactions.MCPServer',
      'interactions.URLContext',
    ],
    by: 'type',
  },
  'agents.AgentListResponse': page('agents', 'agents.Agent'),
} as const satisfies MessageFamily;
