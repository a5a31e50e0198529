import { BETA, GEMINI, PALM } from '../../api/versions';
import type { ModelSeed } from '../models';

const MILLION = 1_048_576;
const GENERATES = ['generateContent', 'countTokens', 'createCachedContent', 'batchGenerateContent'];
const TALKS = [...GENERATES, 'bidiGenerateContent'];

/** The emulator's own models: fictional, in the format of the live API. */
export const demoModels: readonly ModelSeed[] = [
  {
    versions: GEMINI.now,
    candidates: 8,
    model: {
      name: 'models/emulator-flash',
      version: '001',
      displayName: 'Emulator Flash',
      description: 'Fast general-purpose test model. Supports tools, JSON mode, and 8 candidates.',
      inputTokenLimit: MILLION,
      outputTokenLimit: 8192,
      supportedGenerationMethods: TALKS,
      temperature: 1,
      maxTemperature: 2,
      topP: 0.95,
      topK: 40,
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-pro',
      version: '001',
      displayName: 'Emulator Pro',
      description: 'Thinks before it responds, and can return thought summaries.',
      inputTokenLimit: MILLION,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: TALKS,
      temperature: 1,
      maxTemperature: 2,
      topP: 0.95,
      topK: 64,
      thinking: true,
    },
  },
  {
    versions: GEMINI.now,
    strictSignatures: true,
    model: {
      name: 'models/emulator-pro-preview',
      version: 'preview-2',
      displayName: 'Emulator Pro Preview',
      description: 'Thinks, and requires the signatures of its function calls.',
      inputTokenLimit: 262_144,
      outputTokenLimit: 32_768,
      supportedGenerationMethods: GENERATES,
      temperature: 1,
      maxTemperature: 2,
      topP: 0.95,
      topK: 64,
      thinking: true,
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-flash-lite',
      version: '001',
      displayName: 'Emulator Flash Lite',
      description: 'Supports one candidate and no top-k sampling.',
      inputTokenLimit: MILLION,
      outputTokenLimit: 8192,
      supportedGenerationMethods: GENERATES,
      temperature: 0.7,
      maxTemperature: 1,
      topP: 0.9,
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-tiny',
      version: '001',
      displayName: 'Emulator Tiny',
      description: 'Accepts and returns up to 1,024 tokens, to test limits.',
      inputTokenLimit: 1024,
      outputTokenLimit: 1024,
      supportedGenerationMethods: GENERATES,
      temperature: 1,
      maxTemperature: 2,
      topP: 0.95,
      topK: 40,
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-embedding',
      version: '001',
      displayName: 'Emulator Embedding',
      description: 'Supports embedding only.',
      inputTokenLimit: 2048,
      outputTokenLimit: 1,
      supportedGenerationMethods: ['embedContent', 'batchEmbedContents', 'asyncBatchEmbedContent'],
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-media',
      version: '001',
      displayName: 'Emulator Media',
      description: 'Generates images and videos with predict methods.',
      inputTokenLimit: 480,
      outputTokenLimit: 8192,
      supportedGenerationMethods: ['predict', 'predictLongRunning'],
    },
  },
  {
    versions: BETA.now,
    model: {
      name: 'models/aqa',
      version: '001',
      displayName: 'Emulator Answers',
      description:
        'Answers questions from passages or a corpus that come with them, in English, and says where ' +
        'each answer is from.',
      inputTokenLimit: 7168,
      outputTokenLimit: 1024,
      supportedGenerationMethods: ['generateAnswer'],
      temperature: 0.2,
      topP: 1,
      topK: 40,
    },
  },
  {
    versions: GEMINI.now,
    model: {
      name: 'models/emulator-flash-tuning',
      version: '001',
      displayName: 'Emulator Flash Tuning',
      description: 'Can be tuned. Tuned models support one candidate, no tools, and no JSON mode.',
      inputTokenLimit: 16_384,
      outputTokenLimit: 8192,
      supportedGenerationMethods: [...GENERATES, 'createTunedModel'],
      temperature: 0.9,
      maxTemperature: 1,
      topP: 0.95,
      topK: 64,
    },
  },
  {
    versions: PALM.now,
    candidates: 8,
    model: {
      name: 'models/emulator-text-001',
      version: '001',
      displayName: 'Emulator Text (legacy)',
      description: 'Legacy text model, listed by v1beta and v1beta3.',
      inputTokenLimit: 8196,
      outputTokenLimit: 1024,
      supportedGenerationMethods: ['generateText', 'countTextTokens', 'createTunedTextModel'],
      temperature: 0.7,
      topP: 0.95,
      topK: 40,
    },
  },
  {
    versions: PALM.now,
    candidates: 8,
    model: {
      name: 'models/emulator-chat-001',
      version: '001',
      displayName: 'Emulator Chat (legacy)',
      description: 'Legacy chat model, listed by v1beta and v1beta3.',
      inputTokenLimit: 4096,
      outputTokenLimit: 1024,
      supportedGenerationMethods: ['generateMessage', 'countMessageTokens'],
      temperature: 0.25,
      topP: 0.95,
      topK: 40,
    },
  },
  {
    versions: PALM.now,
    model: {
      name: 'models/emulator-text-embedding-001',
      version: '001',
      displayName: 'Emulator Text Embedding (legacy)',
      description: 'Legacy embedding model, listed by v1beta and v1beta3.',
      inputTokenLimit: 1024,
      outputTokenLimit: 1,
      supportedGenerationMethods: ['embedText', 'batchEmbedText'],
    },
  },
];

/** The model of the Decisions API under its live name. Its list of supported methods is unknown. */
export const decisionModel: ModelSeed = {
  versions: GEMINI.now,
  decides: true,
  model: {
    name: 'models/gemini-decision-1',
    version: '1',
    displayName: 'Gemini Decision 1',
    description:
      'A model with the name of a live one. Its decisions are generated by the emulator.',
    inputTokenLimit: 262_144,
    outputTokenLimit: 1,
    supportedGenerationMethods: [],
  },
};
