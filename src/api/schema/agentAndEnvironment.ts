import { CHECKED } from '../status';
import { NEW } from '../versions';
import { page, SNAKE } from './interactions/shared';
import type { MessageFamily } from './row';

export const agentMessages = {
  'agents.Agent': {
    ...SNAKE,
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

export const environmentMessages = {
  /** A sandbox. Stops when idle and is deleted a week later. */
  'environments.Environment': {
    ...SNAKE,
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'Last segment of the resource name.',
      },
      status: {
        type: 'environments.EnvironmentStatus',
        outputOnly: true,
        doc: 'Whether the environment can still be used.',
      },
      created: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updated: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      last_accessed: { type: 'timestamp', outputOnly: true, doc: 'Time of the last use.' },
      file_count: { type: 'int64', outputOnly: true, doc: 'Number of files.' },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'Total size in bytes.' },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        immutable: true,
        doc: 'Sources the sandbox was created with.',
      },
      network: {
        type: 'interactions.Network',
        immutable: true,
        doc: 'Network access of the sandbox. Default: unrestricted.',
      },
    },
  },
  'environments.EnvironmentStatus': {
    versions: NEW,
    open: true,
    values: { active: null, expired: null },
  },
  'environments.CreateEnvironmentRequest': {
    ...SNAKE,
    fields: {
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'Sources to add. Text is limited to 1 MB per source and 2 MB in total.',
      },
      network: {
        type: 'interactions.Network',
        doc: 'Network access of the sandbox. Default: unrestricted.',
      },
      from_environment: {
        type: 'string',
        doc: 'ID of the sandbox to copy, instead of sources.',
      },
    },
  },
  'environments.ListEnvironmentsResponse': page('environments', 'environments.Environment'),
  'environments.EnvironmentFile': {
    ...SNAKE,
    fields: {
      name: { type: 'string', outputOnly: true, doc: 'Last segment of the path.' },
      path: {
        type: 'string',
        outputOnly: true,
        doc: 'Path from the root of the sandbox.',
      },
      type: {
        type: 'environments.EnvironmentFileType',
        outputOnly: true,
        doc: 'Type of the entry: file or folder.',
        status: {
          stage: 'stable',
          checked: CHECKED,
          source: '@google/genai 3.1.0 (2026-11)',
          documents: 'The environments guide uses FILE and DIRECTORY.',
        },
      },
      mime_type: {
        type: 'string',
        outputOnly: true,
        doc: 'MIME type of the file. Not set for folders.',
      },
      size_bytes: { type: 'int64', outputOnly: true, doc: 'The size.' },
      created: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      modified: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
    },
  },
  'environments.EnvironmentFileType': {
    versions: NEW,
    open: true,
    values: { file: null, directory: null },
  },
  /** Contents of a folder, or the single file at the path. */
  'environments.GetEnvironmentFilesResponse': page('files', 'environments.EnvironmentFile'),
  'environments.UploadEnvironmentFileResult': {
    ...SNAKE,
    fields: { files: { type: 'environments.EnvironmentFile', repeated: true } },
  },
  /** Placeholder: the response is raw bytes. */
  'environments.FileBytes': { versions: NEW, case: 'snake', fields: {} },
} as const satisfies MessageFamily;
