import type { FieldRow, MessageFamily } from '../row';
import { kind, SNAKE, THINKING_SUMMARIES, words } from './shared';

const FINDING = {
  finding_id: { type: 'string', doc: 'The finding that it is about.' },
  description: { type: 'string', doc: 'What else there is to know.' },
  source_files: {
    type: 'interactions.FileContent',
    repeated: true,
    doc: 'Files of the project.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

/** What agents can be told besides the task. */
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
      model: { type: 'string', doc: 'The model that it thinks with.' },
      max_total_tokens: {
        type: 'int64',
        doc: 'What it may cost as a whole, in tokens. It ends incomplete where that is used up.',
      },
    },
  },
  'interactions.DeepResearchAgentConfig': {
    ...SNAKE,
    fields: {
      type: kind('deep-research'),
      collaborative_planning: {
        type: 'bool',
        doc: 'Whether it shows its plan and waits for a word. Absent: it begins.',
      },
      thinking_summaries: {
        ...THINKING_SUMMARIES,
        doc: 'Whether summaries of thoughts are part of the answer. Absent: none.',
      },
      visualization: {
        type: 'interactions.Visualization',
        doc: 'Whether its report has charts. Absent: auto.',
      },
      enable_bigquery_tool: {
        type: 'bool',
        reaches: 'search',
        doc: 'Whether it may ask BigQuery.',
      },
    },
  },
  'interactions.Visualization': words('off', 'auto'),
  /** An agent that finds weaknesses in code, and mends them. */
  'interactions.CodeMenderAgentConfig': {
    ...SNAKE,
    fields: {
      type: kind('code-mender'),
      model: { type: 'string', doc: 'The model of the whole session.' },
      session_id: { type: 'string', doc: 'Interactions of one session have the same.' },
      session_config: { type: 'interactions.SessionConfig', doc: 'Where the session ends.' },
      find_request: { type: 'interactions.FindRequest', doc: 'What to look for.' },
      fix_request: { type: 'interactions.FixRequest', doc: 'What to mend.' },
    },
  },
  'interactions.SessionConfig': {
    ...SNAKE,
    fields: { max_rounds: { type: 'int32', doc: 'Rounds after which it gives up.' } },
  },
  'interactions.FindRequest': {
    ...SNAKE,
    fields: {
      mode: { type: 'interactions.FindMode', doc: 'scan: everywhere. verify: one finding.' },
      ...FINDING,
    },
  },
  'interactions.FindMode': words('scan', 'verify'),
  'interactions.FixRequest': { ...SNAKE, fields: FINDING },
  'interactions.FileContent': {
    ...SNAKE,
    fields: {
      path: { type: 'string', doc: 'Where it is within the project.' },
      content: { type: 'string', doc: 'Its text.' },
    },
  },
  /** Of any other agent: what it takes has any name. */
  'interactions.DynamicAgentConfig': { ...SNAKE, open: true, fields: { type: kind('dynamic') } },
} as const satisfies MessageFamily;
