import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, words } from './shared';

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
