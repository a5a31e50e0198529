import { ALL, GEMINI } from '../versions';
import type { MessageFamily } from './row';

/** Models: what the service can run, and with which limits. */
export const modelMessages = {
  /** A model the service lists. Every field is filled by the service. */
  Model: {
    versions: ALL,
    fields: {
      name: { type: 'string', outputOnly: true, doc: 'Resource name, models/{model}.' },
      baseModelId: {
        type: 'string',
        outputOnly: true,
        doc: 'Identifier without version; declared required, yet usually absent in answers.',
      },
      version: { type: 'string', outputOnly: true },
      displayName: {
        type: 'string',
        outputOnly: true,
        doc: 'Name for people, at most 128 characters.',
      },
      description: { type: 'string', outputOnly: true },
      inputTokenLimit: { type: 'int32', outputOnly: true, doc: 'Most tokens a prompt may have.' },
      outputTokenLimit: { type: 'int32', outputOnly: true, doc: 'Most tokens an answer may have.' },
      supportedGenerationMethods: {
        type: 'string',
        repeated: true,
        outputOnly: true,
        doc: 'Methods the model serves. streamGenerateContent is never listed: a model with generateContent streams too.',
      },
      temperature: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: 'Default sampling temperature.',
      },
      maxTemperature: {
        type: 'float',
        outputOnly: true,
        presence: true,
        versions: GEMINI,
        doc: 'Highest temperature the model takes.',
      },
      topP: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: 'Default for nucleus sampling.',
      },
      topK: {
        type: 'int32',
        outputOnly: true,
        presence: true,
        doc: 'Default for top-k sampling; absent where the model does not take it.',
      },
      thinking: {
        type: 'bool',
        outputOnly: true,
        versions: GEMINI,
        doc: 'Whether the model can think before it answers.',
      },
    },
  },
  /** One page of models. */
  ListModelsResponse: {
    versions: ALL,
    fields: {
      models: { type: 'Model', repeated: true },
      nextPageToken: { type: 'string', doc: 'Absent on the last page.' },
    },
  },
} as const satisfies MessageFamily;
