import { SERVICE_AGENTS } from '../fieldLimits';
import type { FieldRow, MessageFamily } from '../row';
import { outdated, SNAKE, USAGE, words } from './shared';

type Fields = { readonly [name: string]: FieldRow };

export const TOKEN = {
  type: 'string',
  doc: 'Where a long answer stopped. It goes on from there with this, sent back as it came.',
} as const satisfies FieldRow;

/** Which interaction it is, and where it stands. */
export const IDENTITY = {
  id: { type: 'string', outputOnly: true },
  status: { type: 'interactions.InteractionStatus', outputOnly: true },
  created: { type: 'timestamp', outputOnly: true },
  updated: { type: 'timestamp', outputOnly: true },
} as const satisfies Fields;

const INPUT = {
  type: 'interactions.InteractionsInput',
  doc: 'A text, a block of content, several, or steps.',
} as const satisfies FieldRow;

const MODEL = {
  type: 'string',
  doc: 'The id of a model. An agent excludes it.',
} as const satisfies FieldRow;
const GENERATION = {
  type: 'interactions.GenerationConfig',
  doc: 'How the model answers. Interactions that follow do not inherit it.',
} as const satisfies FieldRow;
const CACHED = {
  type: 'string',
  status: outdated(),
  doc: 'cachedContents/{id}.',
} as const satisfies FieldRow;

const AGENT = {
  type: 'interactions.AgentOption',
  reaches: 'code',
  doc: 'The id of an agent. A model excludes it.',
} as const satisfies FieldRow;
const AGENT_CONFIG = {
  type: 'interactions.AgentConfig',
  doc: 'What the agent is told besides.',
} as const satisfies FieldRow;

/** What requests say, and what the interaction says of its request. */
const REQUEST = {
  system_instruction: {
    type: 'string',
    doc: 'How it shall behave. Interactions that follow do not inherit it.',
  },
  tools: {
    type: 'interactions.Tool',
    repeated: true,
    doc: 'What it may use. Interactions that follow do not inherit it.',
  },
  previous_interaction_id: {
    type: 'string',
    doc: 'The interaction that this one follows. Its inputs and outputs come along, nothing else.',
  },
  response_format: {
    type: 'interactions.InteractionResponseFormat',
    doc: 'Form of the answer: one, or one for each kind of output.',
  },
  environment: {
    type: 'interactions.InteractionEnvironment',
    reaches: 'code',
    doc: 'The machine to work on: remote, an id, or as it is to be.',
  },
  safety_settings: {
    type: 'interactions.SafetySetting',
    repeated: true,
    doc: 'What is blocked.',
  },
  service_tier: {
    type: 'interactions.ServiceTier',
    doc: 'How soon it is done, and at what price.',
  },
  labels: {
    type: 'string',
    map: true,
    doc: 'Lower case letters, digits, _ and -: names and values of up to 63. Names begin with a letter.',
  },
  webhook_config: { type: 'interactions.WebhookConfig', doc: 'Who is told what becomes of it.' },
  continuation_token: TOKEN,
  response_mime_type: {
    type: 'string',
    status: outdated('response_format'),
    doc: 'Media type of the answer.',
  },
  response_modalities: {
    type: 'interactions.ResponseModality',
    repeated: true,
    status: outdated('response_format'),
    doc: 'Kinds of output.',
  },
} as const satisfies Fields;

/** How a request is carried out. The service does not repeat it. */
const WAY = {
  store: {
    type: 'bool',
    inputOnly: true,
    doc: 'Whether the service keeps it, which what follows and goes on needs. Absent: it does.',
  },
  background: {
    type: 'bool',
    inputOnly: true,
    doc: 'Whether it goes on after an answer that comes at once. It has to be kept.',
  },
  stream: { type: 'bool', inputOnly: true, doc: 'Whether the answer comes in events.' },
} as const satisfies Fields;

/** Interactions, and what begins one. */
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
      ...WAY,
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
      ...WAY,
      ...REQUEST,
    },
  },
  'interactions.Interaction': {
    ...SNAKE,
    fields: {
      ...IDENTITY,
      object: { type: 'string', outputOnly: true, doc: 'The word interaction.' },
      model: MODEL,
      agent: AGENT,
      input: INPUT,
      steps: {
        type: 'interactions.Step',
        repeated: true,
        outputOnly: true,
        doc: 'What happened. The input is part of it where it is asked for.',
      },
      usage: USAGE,
      errors: {
        type: 'interactions.InteractionError',
        repeated: true,
        outputOnly: true,
        doc: 'What went wrong on the way.',
      },
      environment_id: {
        type: 'string',
        outputOnly: true,
        doc: 'The environment that it worked in.',
      },
      generation_config: GENERATION,
      agent_config: AGENT_CONFIG,
      ...REQUEST,
      cached_content: CACHED,
    },
  },
  /** All but the first two are final; what waits for results goes on as an interaction of its own. */
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
      type: { type: 'interactions.HarmCategory', required: true, doc: 'The kind of harm.' },
      threshold: {
        type: 'interactions.SafetyThreshold',
        required: true,
        doc: 'What is blocked of it.',
      },
      method: {
        type: 'interactions.SafetyMethod',
        doc: 'What counts: how likely harm is, or how bad. Absent: probability.',
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
