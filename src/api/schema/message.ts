import { PALM } from '../versions';
import type { MessageFamily } from './row';

/** Legacy chat (PaLM). */
export const messageMessages = {
  Message: {
    versions: PALM,
    fields: {
      author: { type: 'string' },
      content: { type: 'string', required: true },
      citationMetadata: { type: 'CitationMetadata', outputOnly: true, presence: true },
    },
  },
  /** A prompt of the legacy chat models. */
  MessagePrompt: {
    versions: PALM,
    fields: {
      context: { type: 'string' },
      examples: { type: 'Example', repeated: true },
      messages: {
        type: 'Message',
        repeated: true,
        required: true,
        doc: "Alternating turns, oldest first; the last is the user's.",
      },
    },
  },
  Example: {
    versions: PALM,
    fields: {
      input: { type: 'Message', required: true },
      output: { type: 'Message', required: true },
    },
  },
  GenerateMessageRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      prompt: { type: 'MessagePrompt', required: true },
      temperature: { type: 'float', presence: true, doc: '0 to 1.' },
      candidateCount: { type: 'int32', presence: true, doc: '1 to 8.' },
      topP: { type: 'float', presence: true },
      topK: { type: 'int32', presence: true },
    },
  },
  GenerateMessageResponse: {
    versions: PALM,
    fields: {
      candidates: { type: 'Message', repeated: true },
      messages: { type: 'Message', repeated: true },
      filters: { type: 'ContentFilter', repeated: true },
    },
  },
  CountMessageTokensRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      prompt: { type: 'MessagePrompt', required: true },
    },
  },
  CountMessageTokensResponse: {
    versions: PALM,
    fields: {
      tokenCount: { type: 'int32' },
    },
  },
} as const satisfies MessageFamily;
