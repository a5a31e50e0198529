import { GEMINI, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const countMessages = {
  CountTokensRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        doc: 'The conversation to count. Can’t be combined with generateContentRequest.',
      },
      generateContentRequest: {
        type: 'GenerateContentRequest',
        doc: 'A complete request to count, including its model, instructions, and tools.',
      },
    },
  },
  CountTokensResponse: {
    versions: GEMINI,
    fields: {
      totalTokens: { type: 'int32' },
      cachedContentTokenCount: { type: 'int32', versions: TODAY_V1 },
      promptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      cacheTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
    },
  },
  ModalityTokenCount: {
    versions: GEMINI,
    fields: {
      modality: { type: 'Modality' },
      tokenCount: { type: 'int32' },
    },
  },
  Modality: {
    versions: GEMINI,
    values: { MODALITY_UNSPECIFIED: 0, TEXT: 1, IMAGE: 2, VIDEO: 3, AUDIO: 4, DOCUMENT: 5 },
  },
} as const satisfies MessageFamily;
