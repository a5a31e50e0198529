import type { FieldRow, MessageFamily } from '../row';
import { kind, SNAKE, THINKING_SUMMARIES, words } from './shared';

const FINDING = {
  finding_id: { type: 'string', doc: 'ID of the finding.' },
  description: { type: 'string', doc: 'Additional information.' },
  source_files: {
    type: 'interactions.FileContent',
    repeated: true,
    doc: 'Source files of the project.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

export const agentConfigMessages = {
  'interactions.AgentConfig': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.AntigravityAgentConfig',
      'interactions.DeepResearchAgentConfig',
      'interactions.CodeMenderAgentConfig',
      'interactions.DynamicAgentConfig',
    ],
  },
  'interactions.AntigravityAgentConfig': {
    ...SNAKE,
    fields: {
      type: kind('antigravity'),
      model: { type: 'string', doc: 'Model the agent uses.' },
      max_total_tokens: {
        type: 'int64',
        doc: 'Maximum total number of tokens. The interaction ends as incomplete when they are used up.',
      },
    },
  },
  'interactions.DeepResearchAgentConfig': {
    ...SNAKE,
    fields: {
      type: kind('deep-research'),
      collaborative_planning: {
        type: 'bool',
        doc: 'Whether the agent shows its plan and waits for approval. Default: starts immediately.',
      },
      thinking_summaries: {
        ...THINKING_SUMMARIES,
        doc: 'Whether the response includes thought summaries. Default: none.',
      },
      visualization: {
        type: 'interactions.Visualization',
        doc: 'Whether the report includes charts. Default: auto.',
      },
      enable_bigquery_tool: {
        type: 'bool',
        reaches: 'search',
        doc: 'Whether the agent can query BigQuery.',
      },
    },
  },
  'interactions.Visualization': words('off', 'auto'),
  'interactions.CodeMenderAgentConfig': {
    ...SNAKE,
    fields: {
      type: kind('code-mender'),
      model: { type: 'string', doc: 'Model for the entire session.' },
      session_id: { type: 'string', doc: 'Session ID, shared by all interactions of the session.' },
      session_config: { type: 'interactions.SessionConfig', doc: 'Limits of the session.' },
      find_request: { type: 'interactions.FindRequest', doc: 'The search request.' },
      fix_request: { type: 'interactions.FixRequest', doc: 'Finding to fix.' },
    },
  },
  'interactions.SessionConfig': {
    ...SNAKE,
    fields: {
      max_rounds: { type: 'int32', doc: 'Maximum number of rounds before the agent gives up.' },
    },
  },
  'interactions.FindRequest': {
    ...SNAKE,
    fields: {
      mode: {
        type: 'interactions.FindMode',
        doc: 'scan checks the entire project. verify checks a single finding.',
      },
      ...FINDING,
    },
  },
  'interactions.FindMode': words('scan', 'verify'),
  'interactions.FixRequest': { ...SNAKE, fields: FINDING },
  'interactions.FileContent': {
    ...SNAKE,
    fields: {
      path: { type: 'string', doc: 'Path within the project.' },
      content: { type: 'string', doc: 'Text of the file.' },
    },
  },
  'interactions.DynamicAgentConfig': { ...SNAKE, open: true, fields: { type: kind('dynamic') } },
} as const satisfies MessageFamily;

export const environmentMessages = {
  'interactions.InteractionEnvironment': {
    ...SNAKE,
    oneOf: ['string', 'interactions.Environment'],
  },
  'interactions.Environment': {
    ...SNAKE,
    fields: {
      type: {
        type: 'string',
        const: 'remote',
        required: true,
        doc: 'Always remote.',
      },
      environment_id: {
        type: 'string',
        doc: 'ID of the environment to change. Default: creates an environment.',
      },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'Sources to add to the environment. Inline text is limited to 1 MB per source and 2 MB in total.',
      },
      network: { type: 'interactions.Network', doc: 'Hosts the environment can access.' },
      env: {
        type: 'interactions.Env',
        map: true,
        secret: true,
        reaches: 'credential',
        doc: 'Environment variables, keyed by name.',
      },
    },
  },
  'interactions.Source': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      type: { type: 'interactions.SourceType', doc: 'Type of the source.' },
      source: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'Bucket, repository, or skill.',
      },
      content: { type: 'string', doc: 'Inline text.' },
      encoding: { type: 'string', doc: 'Encoding of the text, such as base64.' },
      target: { type: 'string', doc: 'Destination in the environment.' },
    },
  },
  'interactions.SourceType': words('gcs', 'inline', 'repository', 'skill_registry'),
  'interactions.Env': { ...SNAKE, oneOf: ['string', 'interactions.EnvVar'] },
  'interactions.EnvVar': {
    ...SNAKE,
    fields: {
      value: {
        type: 'string',
        secret: true,
        reaches: 'credential',
        doc: 'Value of the environment variable.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'ID of the credential that contains the value.',
      },
    },
  },
  'interactions.Network': {
    ...SNAKE,
    oneOf: ['interactions.Disabled', 'interactions.EnvironmentNetworkEgressAllowlist'],
  },
  'interactions.Disabled': words('disabled'),
  'interactions.EnvironmentNetworkEgressAllowlist': {
    ...SNAKE,
    fields: {
      allowlist: { type: 'interactions.Allowlist', doc: 'Hosts the environment can access.' },
    },
  },
  'interactions.Allowlist': {
    ...SNAKE,
    oneOf: ['interactions.Disabled', { list: 'interactions.AllowlistEntry' }],
  },
  'interactions.AllowlistEntry': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      domain: {
        type: 'string',
        required: true,
        reaches: 'address',
        doc: 'Host, such as *.example.com. Use * for all hosts.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'ID of the credential to send to the host.',
      },
      transform: {
        type: 'interactions.Transform',
        secret: true,
        reaches: 'credential',
        doc: 'Headers to add to requests.',
      },
    },
  },
  'interactions.Transform': { ...SNAKE, oneOf: ['struct', { list: 'struct' }] },
} as const satisfies MessageFamily;
