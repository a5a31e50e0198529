import type { Limits } from './row';

// Published limits that webviews and startup code need without loading the messages table, which imports the limits
// from here.

/**
 * Limits of generation parameters (reference of `GenerationConfig`, `ImageConfig`, `FunctionDeclaration`, and legacy
 * and grounded requests).
 */
export const generationLimits = {
  temperature: { minimum: 0, maximum: 2, modelMaximum: 'maxTemperature' },
  unitTemperature: { minimum: 0, maximum: 1 },
  topP: { minimum: 0, maximum: 1 },
  topK: { minimum: 1 },
  maxOutputTokens: { minimum: 1, modelMaximum: 'outputTokenLimit' },
  candidateCount: { minimum: 1, maximum: 8 },
  stopSequences: { maxItems: 5 },
  presencePenalty: { minimum: -2, maximum: 2 },
  frequencyPenalty: { minimum: -2, maximum: 2 },
  logprobs: { minimum: 0, maximum: 20 },
  outputDimensionality: { minimum: 1 },
  responseMimeType: { enum: ['text/plain', 'application/json', 'text/x.enum'] },
  aspectRatio: {
    enum: [
      '1:1',
      '2:3',
      '3:2',
      '3:4',
      '4:3',
      '4:5',
      '5:4',
      '9:16',
      '16:9',
      '21:9',
      '1:4',
      '4:1',
      '1:8',
      '8:1',
    ],
  },
  imageSize: { enum: ['512', '1K', '2K', '4K'] },
  customVocabulary: { maxItems: 1000 },
  functionName: { maxLength: 64, pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]*$' },
} as const satisfies { readonly [field: string]: Limits };

/** User-defined IDs of corpora, documents, chunks, and files: up to 40 characters, no dash at either end. */
export const RESOURCE_ID = '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?';

/** User-defined IDs of tuned models: must also start with a letter (parameter `tunedModelId`). */
export const TUNED_MODEL_ID = '[a-z]([a-z0-9-]{0,38}[a-z0-9])?';

/** Maximum size of a complete request in bytes (files guide: 20 MB). */
export const REQUEST_BYTES = 20 * 1024 * 1024;

/** Maximum file size in bytes: `maxSize` in the discovery document. */
export const FILE_BYTES = 2_147_483_648;

/** Maximum size of a file in a file search store, in bytes (file search guide: 100 MB). */
export const FILE_SEARCH_BYTES = 104_857_600;

/** Maximum size in bytes of one inline source of an environment, and of all together (environments guide). */
export const inlineLimits = { one: 1_000_000, all: 2_000_000 } as const;

/** Limits of file search stores and documents (file search guide). */
export const storeLimits = {
  displayName: 512,
  customMetadata: 20,
  /** In words. */
  tokensPerChunk: 512,
} as const;

/** Limits of the Decisions API (@google/genai 3.3.0 typings; option length and IDs: AI SDK). */
export const decisionLimits = {
  questions: 1000,
  questionId: '^[A-Za-z0-9_-]{1,64}$',
  leastCriteria: 2,
  mostCriteria: 255,
  option: 128,
} as const;

/** Prebuilt voices (speech guide). */
export const PREBUILT_VOICES = [
  'Achernar',
  'Achird',
  'Algenib',
  'Algieba',
  'Alnilam',
  'Aoede',
  'Autonoe',
  'Callirrhoe',
  'Charon',
  'Despina',
  'Enceladus',
  'Erinome',
  'Fenrir',
  'Gacrux',
  'Iapetus',
  'Kore',
  'Laomedeia',
  'Leda',
  'Orus',
  'Puck',
  'Pulcherrima',
  'Rasalgethi',
  'Sadachbia',
  'Sadaltager',
  'Schedar',
  'Sulafat',
  'Umbriel',
  'Vindemiatrix',
  'Zephyr',
  'Zubenelgenubi',
];

/** Google's agents, newest of each kind first (client 3.1.0), without retired agents. */
export const SERVICE_AGENTS = [
  'deep-research-preview-04-2026',
  'deep-research-max-preview-04-2026',
  'antigravity-preview-09-2026',
  'deep-research-pro-preview-12-2025',
] as const;
