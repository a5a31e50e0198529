import type { Limits } from './row';

// Published limits that others need without the messages: pages of panels, which must not load these, and the kinds,
// which the extension reads when it starts. The messages table takes them from here, so that each stands once.

/**
 * What the service takes of the fields that a generation is set by (reference of `GenerationConfig`, `ImageConfig`,
 * `FunctionDeclaration`, and of the legacy and grounded requests, which share most of them).
 */
export const generationLimits = {
  temperature: { minimum: 0, maximum: 2, modelMaximum: 'maxTemperature' },
  /** Of legacy models, grounded answers and tuned models. */
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

/** Ids that users may give to corpora, documents, chunks and files: at most 40 characters, no dash at either end. */
export const RESOURCE_ID = '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?';

/** Ids that users may give to tuned models: as others, and a letter first (parameter `tunedModelId`). */
export const TUNED_MODEL_ID = '[a-z]([a-z0-9-]{0,38}[a-z0-9])?';

/** Bytes of a whole request, with all that is attached to it (guide to files: 20 MB). */
export const REQUEST_BYTES = 20 * 1024 * 1024;

/** Bytes of one file: `maxSize` of the upload in the discovery document. */
export const FILE_BYTES = 2_147_483_648;

/** Bytes of one file that is uploaded to a file search store (guide to file search: 100 MB). */
export const FILE_SEARCH_BYTES = 104_857_600;

/** Bytes of texts that an environment is made with: of one, and of all together (guide to environments). */
export const inlineLimits = { one: 1_000_000, all: 2_000_000 } as const;

/** What file search stores and their documents take (guide to file search). */
export const storeLimits = {
  /** Characters. */
  displayName: 512,
  customMetadata: 20,
  /** Words of a chunk. */
  tokensPerChunk: 512,
} as const;

/** What a call of the Decisions API takes (typings of @google/genai 3.3.0; the length of an option and ids: AI SDK). */
export const decisionLimits = {
  questions: 1000,
  questionId: '^[A-Za-z0-9_-]{1,64}$',
  /** Options of a choice, and levels of a score. */
  leastCriteria: 2,
  mostCriteria: 255,
  /** Characters. */
  option: 128,
} as const;

/** The voices that the service has (guide to speech). */
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

/** The agents that the service has, the newest of each kind first (client 3.1.0); those that are retired are left out. */
export const SERVICE_AGENTS = [
  'deep-research-preview-04-2026',
  'deep-research-max-preview-04-2026',
  'antigravity-preview-09-2026',
  'deep-research-pro-preview-12-2025',
] as const;
