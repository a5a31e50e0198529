import {
  type ModelUse,
  type PackedModel,
  packedModels,
  refusesDecodingOptions,
} from '../../api/modelPack';
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

const ANSWERS = ['generateContent', 'countTokens', 'batchGenerateContent'];

/** Defaults by model use if the pack has no data. The limits are the emulator's own. */
interface UseDefaults {
  readonly limits: readonly [input: number, output: number];
  readonly methods: readonly string[];
  readonly modalities?: readonly string[];
}

const useDefaults: { readonly [U in ModelUse]: UseDefaults | undefined } = {
  text: { limits: [MILLION, 65_536], methods: GENERATES, modalities: ['TEXT'] },
  image: { limits: [65_536, 32_768], methods: ANSWERS, modalities: ['TEXT', 'IMAGE'] },
  tts: { limits: [8192, 16_384], methods: ANSWERS, modalities: ['AUDIO'] },
  audio: { limits: [131_072, 65_536], methods: ['generateContent'], modalities: ['TEXT'] },
  music: { limits: [131_072, 65_536], methods: ANSWERS, modalities: ['TEXT', 'AUDIO'] },
  embedding: { limits: [2048, 1], methods: ['embedContent'] },
  live: { limits: [131_072, 65_536], methods: ['bidiGenerateContent'] },
  video: { limits: [1024, 8192], methods: [] },
  legacy: { limits: [8196, 1024], methods: [] },
  // Available in other APIs only.
  agent: undefined,
  decision: undefined,
};

const LEGACY_METHODS = ['generateText', 'generateMessage', 'embedText'];

/**
 * Returns the models of the live API from the model pack. Whether they are available depends on the
 * time.
 */
export function packModels(): readonly ModelSeed[] {
  return packedModels().flatMap((packed) => {
    const use = useDefaults[packed.kind];
    return use ? [seedOf(packed, use)] : [];
  });
}

function seedOf(packed: PackedModel, use: UseDefaults): ModelSeed {
  const { id, thinking } = packed;
  const [input, output] = use.limits;
  const methods = methodsOf(packed, use);
  const isLegacy = LEGACY_METHODS.some((method) => methods.includes(method));
  const generates = methods.includes('generateContent');
  return {
    versions: (isLegacy ? PALM : GEMINI).now,
    packed,
    ...(generates && { candidates: refusesDecodingOptions(packed) ? 1 : 8 }),
    ...(generates && use.modalities && { modalities: use.modalities }),
    // Since Gemini 3, function calls must be returned with their signature.
    ...(/^gemini-([3-9]|[1-9]\d)\b/.test(id) && { strictSignatures: true as const }),
    model: {
      name: `models/${id}`,
      version: /\d+(\.\d+)?/.exec(id)?.[0] ?? '001',
      displayName: titleOf(id),
      description: 'A model with the name and limits of a live one. The emulator responds for it.',
      inputTokenLimit: packed.inputTokenLimit ?? input,
      outputTokenLimit: packed.outputTokenLimit ?? output,
      supportedGenerationMethods: methods,
      ...(generates && { temperature: 1, maxTemperature: 2, topP: 0.95, topK: 64 }),
      ...(isLegacy && generatesText(methods) && { temperature: 0.7, topP: 0.95, topK: 40 }),
      ...(thinking !== undefined && thinking !== false && { thinking: true }),
    },
  };
}

function generatesText(methods: readonly string[]): boolean {
  return methods.includes('generateText') || methods.includes('generateMessage');
}

/**
 * Returns the supported methods. Embedding models also support batches, although the live API lists only
 * some methods.
 */
function methodsOf({ methods }: PackedModel, use: UseDefaults): readonly string[] {
  const listed = methods ?? use.methods;
  if (!listed.includes('embedContent')) return listed;
  return [...new Set([...listed, 'batchEmbedContents', 'asyncBatchEmbedContent'])];
}

const ACRONYMS = ['tts', 'er', 'it', 'vl'];

function titleOf(id: string): string {
  const words = id.split('-').map((word) => {
    if (ACRONYMS.includes(word)) return word.toUpperCase();
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
  return words.join(' ');
}
