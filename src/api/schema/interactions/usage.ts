import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, words } from './shared';

function byModality(doc: string) {
  return { type: 'interactions.ModalityTokens', repeated: true, doc } as const satisfies FieldRow;
}

/** What an interaction costs. */
export const usageMessages = {
  'interactions.Usage': {
    ...SNAKE,
    fields: {
      total_tokens: { type: 'int32', doc: 'All of it, and what the service used itself.' },
      total_input_tokens: { type: 'int32', doc: 'What was sent, and what came before it.' },
      initial_input_tokens: { type: 'int32', doc: 'What was sent in the first turn.' },
      input_tokens_by_modality: byModality('What was sent, by its kind.'),
      total_cached_tokens: { type: 'int32', doc: 'What of the input was known already.' },
      cached_tokens_by_modality: byModality('What of the input was known already, by its kind.'),
      total_output_tokens: { type: 'int32', doc: 'What was answered.' },
      output_tokens_by_modality: byModality('What was answered, by its kind.'),
      total_thought_tokens: { type: 'int32', doc: 'What was thought.' },
      total_tool_use_tokens: { type: 'int32', doc: 'What tools brought in.' },
      tool_use_tokens_by_modality: byModality('What tools brought in, by its kind.'),
      grounding_tool_count: {
        type: 'interactions.GroundingToolCount',
        repeated: true,
        doc: 'How often tools were used that cost by their use.',
      },
    },
  },
  'interactions.ModalityTokens': {
    ...SNAKE,
    fields: {
      modality: { type: 'interactions.ResponseModality', doc: 'The kind.' },
      tokens: { type: 'int32', doc: 'How many.' },
    },
  },
  'interactions.ResponseModality': words('text', 'image', 'audio', 'video', 'document'),
  'interactions.GroundingToolCount': {
    ...SNAKE,
    fields: {
      type: { type: 'interactions.GroundingToolCountType', doc: 'The tool.' },
      count: { type: 'int32', doc: 'How often.' },
    },
  },
  'interactions.GroundingToolCountType': words('google_search', 'google_maps', 'retrieval'),
} as const satisfies MessageFamily;
