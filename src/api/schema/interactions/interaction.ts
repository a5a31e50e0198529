import { SERVICE_AGENTS } from '../fieldLimits';
import type { FieldRow, MessageFamily } from '../row';
import { outdated, SNAKE, USAGE, words } from './shared';

type Fields = { readonly [name: string]: FieldRow };

export const TOKEN = {
  type: 'string',
  doc: 'Token that continues a long response from where it stopped. Send it back unchanged.',
} as const satisfies FieldRow;

export const IDENTITY = {
  id: { type: 'string', outputOnly: true },
  status: { type: 'interactions.InteractionStatus', outputOnly: true },
  created: { type: 'timestamp', outputOnly: true },
  updated: { type: 'timestamp', outputOnly: true },
} as const satisfies Fields;

const INPUT = {
  type: 'interactions.InteractionsInput',
  doc: 'A string, a content block, a list of content blocks, or a list of steps.',
} as const satisfies FieldRow;

const MODEL = {
  type: 'string',
  doc: 'ID of the model. Can’t be combined with an agent.',
} as const satisfies FieldRow;
const GENERATION = {
  type: 'interactions.GenerationConfig',
  doc: 'Generation settings. Not inherited by follow-up interactions.',
} as const satisfies FieldRow;
const CACHED = {
  type: 'string',
  status: outdated(),
  doc: 'cachedContents/{id}.',
} as const satisfies FieldRow;

const AGENT = {
  type: 'interactions.AgentOption',
  reaches: 'code',
  doc: 'ID of the agent. Can’t be combined with a model.',
} as const satisfies FieldRow;
const AGENT_CONFIG = {
  type: 'interactions.AgentConfig',
  doc: 'Additional settings of the agent.',
} as const satisfies FieldRow;

const REQUEST = {
  system_instruction: {
    type: 'string',
    doc: 'System instruction. Not inherited by follow-up interactions.',
  },
  tools: {
    type: 'interactions.Tool',
    repeated: true,
    doc: 'Tools the interaction can use. Not inherited by follow-up interactions.',
  },
  previous_interaction_id: {
    type: 'string',
    doc: 'ID of the previous interaction. Only its inputs and outputs are included.',
  },
  response_format: {
    type: 'interactions.InteractionResponseFormat',
    doc: 'Format of the response: a single format, or one for each type of output.',
  },
  environment: {
    type: 'interactions.InteractionEnvironment',
    reaches: 'code',
    doc: 'Environment to run in: remote, an ID, or a configuration.',
  },
  safety_settings: {
    type: 'interactions.SafetySetting',
    repeated: true,
    doc: 'Safety settings that determine what is blocked.',
  },
  service_tier: {
    type: 'interactions.ServiceTier',
    doc: 'Service tier, which determines speed and price.',
  },
  labels: {
    type: 'string',
    map: true,
    doc: 'Lowercase letters, digits, _ and -, up to 63 characters per name and value. Names start with a letter.',
  },
  webhook_config: {
    type: 'interactions.WebhookConfig',
    doc: 'Webhooks to notify about status changes.',
  },
  continuation_token: TOKEN,
  response_mime_type: {
    type: 'string',
    status: outdated('response_format'),
    doc: 'MIME type of the response.',
  },
  response_modalities: {
    type: 'interactions.ResponseModality',
    repeated: true,
    status: outdated('response_format'),
    doc: 'Types of output.',
  },
} as const satisfies Fields;

const STREAMING = {
  store: {
    type: 'bool',
    inputOnly: true,
    doc: 'Whether the interaction is stored on the server. Required for follow-up and background interactions. Default: true.',
  },
  background: {
    type: 'bool',
    inputOnly: true,
    doc: 'Whether to return immediately and continue in the background. Requires store.',
  },
  stream: { type: 'bool', inputOnly: true, doc: 'Whether the response is streamed as events.' },
} as const satisfies Fields;

export const interactionMessages = {
  'interactions.CreateInteractionBody': {
    ...SNAKE,
    has: ['model', 'agent'],
    oneOf: ['interactions.CreateModelInteraction', 'interactions.CreateAgentInteraction'],
  },
  'interactions.CreateModelInteraction': {
    ...SNAKE,
    fields: {
      model: { ...MODEL, required: true },
      input: INPUT,
      generation_config: GENERATION,
      ...STREAMING,
      ...REQUEST,
      cached_content: CACHED,
    },
  },
  'interactions.CreateAgentInteraction': {
    ...SNAKE,
    fields: {
      agent: { ...AGENT, required: true },
      agent_config: AGENT_CONFIG,
      input: INPUT,
      ...STREAMING,
      ...REQUEST,
    },
  },
  'interactions.Interaction': {
    ...SNAKE,
    fields: {
      ...IDENTITY,
      object: { type: 'string', outputOnly: true, doc: 'Always interaction.' },
      model: MODEL,
      agent: AGENT,
      input: INPUT,
      steps: {
        type: 'interactions.Step',
        repeated: true,
        outputOnly: true,
        doc: 'Steps of the interaction. Includes the input if requested.',
      },
      usage: USAGE,
      errors: {
        type: 'interactions.InteractionError',
        repeated: true,
        outputOnly: true,
        doc: 'Errors that occurred during the interaction.',
      },
      environment_id: {
        type: 'string',
        outputOnly: true,
        doc: 'ID of the environment used.',
      },
      generation_config: GENERATION,
      agent_config: AGENT_CONFIG,
      ...REQUEST,
      cached_content: CACHED,
    },
  },
  /** All but the first two are final. `requires_action` continues as a new interaction. */
  'interactions.InteractionStatus': words(
    'queued',
    'in_progress',
    'requires_action',
    'completed',
    'failed',
    'cancelled',
    'incomplete',
    'budget_exceeded',
    'requires_continuation',
  ),
  'interactions.InteractionsInput': {
    ...SNAKE,
    oneOf: [
      'string',
      'interactions.Content',
      { list: 'interactions.Content' },
      { list: 'interactions.Step' },
    ],
  },
  'interactions.AgentOption': words(...SERVICE_AGENTS, 'antigravity-preview-05-2026'),
  'interactions.ServiceTier': words('flex', 'standard', 'priority', 'deferred'),
  'interactions.SafetySetting': {
    ...SNAKE,
    fields: {
      type: { type: 'interactions.HarmCategory', required: true, doc: 'Harm category.' },
      threshold: {
        type: 'interactions.SafetyThreshold',
        required: true,
        doc: 'Blocking threshold for the category.',
      },
      method: {
        type: 'interactions.SafetyMethod',
        doc: 'Whether to evaluate the probability or severity of harm. Default: probability.',
      },
    },
  },
  'interactions.HarmCategory': words(
    'hate_speech',
    'dangerous_content',
    'harassment',
    'sexually_explicit',
    'civic_integrity',
    'image_hate',
    'image_dangerous_content',
    'image_harassment',
    'image_sexually_explicit',
    'jailbreak',
  ),
  'interactions.SafetyThreshold': words(
    'block_low_and_above',
    'block_medium_and_above',
    'block_only_high',
    'block_none',
    'off',
  ),
  'interactions.SafetyMethod': words('severity', 'probability'),
} as const satisfies MessageFamily;

function byModality(doc: string) {
  return { type: 'interactions.ModalityTokens', repeated: true, doc } as const satisfies FieldRow;
}

export const usageMessages = {
  'interactions.Usage': {
    ...SNAKE,
    fields: {
      total_tokens: {
        type: 'int32',
        doc: 'Total number of tokens, including tokens used internally by the API.',
      },
      total_input_tokens: {
        type: 'int32',
        doc: 'Number of input tokens, including the preceding context.',
      },
      initial_input_tokens: { type: 'int32', doc: 'Number of input tokens in the first turn.' },
      input_tokens_by_modality: byModality('Number of input tokens, by modality.'),
      total_cached_tokens: { type: 'int32', doc: 'Number of cached input tokens.' },
      cached_tokens_by_modality: byModality('Number of cached input tokens, by modality.'),
      total_output_tokens: { type: 'int32', doc: 'Number of output tokens.' },
      output_tokens_by_modality: byModality('Number of output tokens, by modality.'),
      total_thought_tokens: { type: 'int32', doc: 'Number of thinking tokens.' },
      total_tool_use_tokens: { type: 'int32', doc: 'Number of tokens from tool use.' },
      tool_use_tokens_by_modality: byModality('Number of tokens from tool use, by modality.'),
      grounding_tool_count: {
        type: 'interactions.GroundingToolCount',
        repeated: true,
        doc: 'Usage counts of the tools that are billed per use.',
      },
    },
  },
  'interactions.ModalityTokens': {
    ...SNAKE,
    fields: {
      modality: { type: 'interactions.ResponseModality', doc: 'Content modality.' },
      tokens: { type: 'int32', doc: 'Number of tokens.' },
    },
  },
  'interactions.ResponseModality': words('text', 'image', 'audio', 'video', 'document'),
  'interactions.GroundingToolCount': {
    ...SNAKE,
    fields: {
      type: { type: 'interactions.GroundingToolCountType', doc: 'Tool that was used.' },
      count: { type: 'int32', doc: 'Number of uses.' },
    },
  },
  'interactions.GroundingToolCountType': words('google_search', 'google_maps', 'retrieval'),
} as const satisfies MessageFamily;
