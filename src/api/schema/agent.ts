import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

/** Agents: what a client has made of one of the service's own, with an instruction, tools and a sandbox. */
export const agentMessages = {
  /** An agent of the client. Nothing of it can be changed: it is deleted, and another is created. */
  'agents.Agent': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        immutable: true,
        doc: 'The last segment of its name, chosen by the client.',
      },
      base_agent: {
        type: 'string',
        immutable: true,
        doc: 'The agent that it builds on, such as antigravity-preview-09-2026.',
      },
      description: {
        type: 'string',
        immutable: true,
        doc: 'What it is for, in words for people.',
      },
      system_instruction: {
        type: 'string',
        immutable: true,
        doc: 'Steers all that it does.',
      },
      tools: {
        type: 'agents.AgentTool',
        repeated: true,
        immutable: true,
        doc: 'What it may use besides what its base agent brings.',
      },
      agent_config: {
        type: 'interactions.AntigravityAgentConfig',
        immutable: true,
        doc: 'Settings of the agent that it builds on.',
      },
      base_environment: {
        type: 'interactions.InteractionEnvironment',
        reaches: 'code',
        immutable: true,
        doc: 'The sandbox that its runs begin with: an id, or how one is made.',
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
