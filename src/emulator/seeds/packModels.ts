import {
  type ModelUse,
  type PackedModel,
  packedModels,
  refusesDecodingOptions,
} from '../../api/modelPack';
import { GEMINI, PALM } from '../../api/versions';
import type { ModelSeed } from '../models';

const MILLION = 1_048_576;
const GENERATES = ['generateContent', 'countTokens', 'createCachedContent', 'batchGenerateContent'];
const ANSWERS = ['generateContent', 'countTokens', 'batchGenerateContent'];

/** Defaults by model use if the pack has no data. The limits are the emulator's own. */
interface UseDefaults {
  readonly limits: readonly [input: number, output: number];
  readonly methods: readonly string[];
  readonly modalities?: readonly string[];
}

const defaults: { readonly [U in ModelUse]: UseDefaults | undefined } = {
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
    const use = defaults[packed.kind];
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
