import type { OperationId } from '../api/operations';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { DEFAULT_MODE, type PlaygroundMode, type SettingsMode, type Turn } from './conversation';
import * as answers from './modeAnswers';
import * as bodies from './modeBodies';
import type { RequestContext } from './modeBodies';

/** Texts of one request for vectors, as the service's reference says. */
export const BATCH_SIZE = 100;

/** Texts of the panel about the modes. */
export const modeStrings = {
  modeChat: 'Chat',
  modePrompt: 'Single prompt',
  modeText: 'Legacy text',
  modeMessage: 'Legacy chat',
  modeAnswer: 'Grounded answer',
  modeEmbed: 'Embeddings',
  modeIs: 'Mode: {0}. Choose another one.',
  modeImpossible: '{0} Choose another mode or model.',
  noAttachmentsHere: '{0} takes no attachments. Remove them, or choose another mode.',
  modeOptions: 'What this mode asks with',

  // What stands in an empty conversation and in an empty composer
  emptyTitle: 'Ask {0}',
  composerHint: 'Ask something (Enter to send)',
  starterExplain: 'Explain what a token is and how it is counted',
  starterCode: 'Write a TypeScript function that groups a list by a key, with a test',
  starterTable: 'Compare REST, gRPC and WebSocket in a table',
  emptyEmbed: 'Compare texts with {0}',
  embedHint: 'Texts to compare (Enter to send)',
  starterEmbed:
    'The kite rises in the wind\nA kite climbs as the wind blows\nTea is best when it is hot',

  // Embeddings
  eachLine: 'Each line is a text',
  embeddingsOf: '{0} vectors of {1} numbers',
  embeddingOf: '1 vector of {0} numbers',
  copyVectors: 'Copy Vectors',
  similarity: 'Similarity',
  similarityOf: 'Cosine similarity of the texts',
  onlyFirst: 'The first {0} of {1} texts are shown.',
  plot: 'Plot',
  plotOf: 'The texts by their two principal components. The table has the same numbers.',
  textColumn: 'Text',
  lengthColumn: 'Length',

  // Grounded answers
  passages: 'Passages to answer from',
  passageId: 'Name of passage {0}',
  passageText: 'Text of passage {0}',
  addPassage: 'Add Passage',
  removePassage: 'Remove Passage {0}',
  chooseSource: 'Choose Corpus…',
  answersFrom: 'Answers from {0}',
  usePassages: 'Use Passages Instead',
  needSource: 'Add a passage with a text, or choose a corpus.',
  answerable: '{0} likely to be answered by its sources',

  // Legacy chats
  context: 'Context',
  contextHint: 'How the model is to answer, for example as whom.',
  author: 'Your name',
  authorHint: 'None',
  exampleInput: 'Message of example {0}',
  exampleOutput: 'Answer of example {0}',
  addExample: 'Add Example',
  removeExample: 'Remove Example {0}',
} as const;

type ModeString = keyof typeof modeStrings;

/** One way to ask in a mode. The versions that have it are those of its operation. */
export interface ModeCall {
  readonly operation: OperationId;
  /** What a model that takes it lists in `supportedGenerationMethods`. */
  readonly method: string;
  /** Where there are several ways: whether it is this one. */
  readonly when?: (context: RequestContext) => boolean;
  /** Absent for chats, whose bodies need the message tables and are all made alike by the host, of `turns`. */
  readonly body?: (context: RequestContext) => JsonObject;
  /** Of chats: the turns that are sent. */
  readonly turns?: (turns: readonly Turn[]) => readonly Turn[];
  /** Its answer as a piece of a stream of `GenerateContentResponse`. Throws `AppError` where it is none. */
  readonly read: (answer: JsonObject) => Message<'GenerateContentResponse'>;
  /** The vectors of its answer. Throws `AppError` where there are none. */
  readonly vectors?: (answer: JsonObject) => readonly (readonly number[])[];
  /** How the tokens of its request are counted; absent where the service has no count of them. */
  readonly count?: TokenCounting;
  /** It takes none of the mode's settings. */
  readonly isBare?: true;
  /** The list in its body that has an item for each text: it is sent in several requests where it is long. */
  readonly batch?: 'requests' | 'texts';
}

interface TokenCounting {
  readonly operation: OperationId;
  /** Its body, of that of the request that is counted. */
  readonly body: (model: string, body: JsonObject) => JsonObject;
}

/** The settings that all modes share, where their requests have them. */
export type SharedField =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxOutputTokens'
  | 'stopSequences'
  | 'includeThoughts'
  | 'systemInstruction';

interface ModeSettings {
  /** Under which the settings of its request are kept: modes whose requests are alike share them. */
  readonly mode: SettingsMode;
  /** Paths of the shared settings in its request. */
  readonly shared: { readonly [F in SharedField]?: string };
  /** Paths of the fields of its request that are made of the model and the turns. */
  readonly madeOfTurns: readonly string[];
}

export interface ModeRow {
  readonly label: ModeString;
  /** What it does, in English: only the host's list of modes says it. */
  readonly detail: string;
  /** Codicon id of its conversations in lists. */
  readonly icon: string;
  /** The first that a model takes is sent. */
  readonly calls: readonly ModeCall[];
  readonly settings: ModeSettings;
  /** What an empty conversation says, with the name of the model, and texts to begin with. */
  readonly empty: { readonly title: ModeString; readonly starters: readonly ModeString[] };
  /** What an empty composer says. */
  readonly hint: ModeString;
  /** It sends what is attached, can go on with an answer that was cut, and calls functions. */
  readonly isChat?: true;
  /** It answers from passages or a corpus; the panel has an editor of them. */
  readonly hasSources?: true;
  /** Its messages have authors, and it takes a context and examples; the panel has an editor of them. */
  readonly hasAuthors?: true;
  /** Each line of a message is a text, unless the user has switched that off in the panel. */
  readonly splitsLines?: true;
  /** A candidate as the service sent it, made of what was read of it and its text; absent where that is the same. */
  readonly restoreCandidate?: (candidate: JsonObject, text: string) => JsonObject;
  /** Also of a whole answer. */
  readonly restoreAnswer?: (answer: JsonObject) => JsonObject;
}

const SAMPLING = { temperature: 'temperature', topP: 'topP', topK: 'topK' };
const LENGTH = { maxOutputTokens: 'maxOutputTokens', stopSequences: 'stopSequences' };

const CHAT_SETTINGS: ModeSettings = {
  mode: 'chat',
  shared: {
    systemInstruction: 'systemInstruction',
    temperature: 'generationConfig.temperature',
    topP: 'generationConfig.topP',
    topK: 'generationConfig.topK',
    maxOutputTokens: 'generationConfig.maxOutputTokens',
    stopSequences: 'generationConfig.stopSequences',
    includeThoughts: 'generationConfig.thinkingConfig.includeThoughts',
  },
  madeOfTurns: ['model', 'contents'],
};

const ASKING = {
  empty: { title: 'emptyTitle', starters: ['starterExplain', 'starterCode', 'starterTable'] },
  hint: 'composerHint',
} as const;

const LEGACY_TEXT = { method: 'generateText', body: bodies.textBody, read: answers.readText };
const VECTORS = { read: answers.readEmbedded, vectors: answers.readVectors };

/**
 * THE MODES: what can be asked for, by which operations, how their answers are read, and what the panel shows of it.
 */
export const MODES: { readonly [M in PlaygroundMode]: ModeRow } = {
  chat: {
    ...ASKING,
    label: 'modeChat',
    detail: 'Sends the whole conversation with each message.',
    icon: 'comment-discussion',
    calls: generating(bodies.chatTurns),
    settings: CHAT_SETTINGS,
    isChat: true,
  },
  prompt: {
    ...ASKING,
    label: 'modePrompt',
    detail: 'Sends each message alone, with the same settings.',
    icon: 'comment',
    calls: generating(bodies.lastMessage),
    settings: CHAT_SETTINGS,
    isChat: true,
  },
  text: {
    ...ASKING,
    label: 'modeText',
    detail: 'Completes each message alone with a model of the PaLM generation.',
    icon: 'symbol-text',
    calls: [
      {
        ...LEGACY_TEXT,
        operation: 'models.generateText',
        count: { operation: 'models.countTextTokens', body: bodies.countPrompt },
      },
      { ...LEGACY_TEXT, operation: 'tunedModels.generateText' },
    ],
    settings: {
      mode: 'text',
      shared: { ...SAMPLING, ...LENGTH },
      madeOfTurns: ['model', 'prompt'],
    },
    restoreCandidate: answers.restoreText,
  },
  message: {
    ...ASKING,
    label: 'modeMessage',
    detail: 'A conversation of authors, with context and examples.',
    icon: 'mail',
    calls: [
      {
        operation: 'models.generateMessage',
        method: 'generateMessage',
        body: bodies.messageBody,
        read: answers.readMessage,
        count: { operation: 'models.countMessageTokens', body: bodies.countPrompt },
      },
    ],
    settings: { mode: 'message', shared: SAMPLING, madeOfTurns: ['model', 'prompt.messages'] },
    hasAuthors: true,
    restoreCandidate: answers.restoreMessage,
  },
  answer: {
    ...ASKING,
    label: 'modeAnswer',
    detail: 'Answers from passages that you give, or from a corpus.',
    icon: 'references',
    calls: [
      {
        operation: 'models.generateAnswer',
        method: 'generateAnswer',
        body: bodies.answerBody,
        read: answers.readAnswered,
      },
    ],
    settings: {
      mode: 'answer',
      shared: { temperature: 'temperature' },
      madeOfTurns: ['model', 'contents'],
    },
    hasSources: true,
    restoreAnswer: answers.restoreAnswered,
  },
  embed: {
    label: 'modeEmbed',
    detail: 'Turns texts into vectors, and shows how similar they are.',
    icon: 'graph-scatter',
    calls: [
      {
        ...VECTORS,
        operation: 'models.embedContent',
        method: 'embedContent',
        when: ({ texts }) => texts.length <= 1,
        body: bodies.embedBody,
      },
      {
        ...VECTORS,
        operation: 'models.batchEmbedContents',
        method: 'embedContent',
        body: bodies.batchEmbedBody,
        batch: 'requests',
      },
      {
        ...VECTORS,
        operation: 'models.embedText',
        method: 'embedText',
        isBare: true,
        when: ({ texts }) => texts.length <= 1,
        body: ({ texts }) => ({ text: texts[0] ?? '' }),
      },
      {
        ...VECTORS,
        operation: 'models.batchEmbedText',
        method: 'embedText',
        isBare: true,
        body: ({ texts }) => ({ texts }),
        batch: 'texts',
      },
    ],
    settings: { mode: 'embed', shared: {}, madeOfTurns: ['model', 'content', 'text'] },
    empty: { title: 'emptyEmbed', starters: ['starterEmbed'] },
    hint: 'embedHint',
    splitsLines: true,
  },
};

function generating(turns: NonNullable<ModeCall['turns']>): readonly ModeCall[] {
  const same = { method: 'generateContent', turns, read: answers.readContent };
  const count = { operation: 'models.countTokens', body: bodies.countWholeRequest } as const;
  return [
    {
      ...same,
      operation: 'models.streamGenerateContent',
      count,
      when: ({ settings }) => !settings.whole,
    },
    { ...same, operation: 'models.generateContent', count },
    { ...same, operation: 'tunedModels.generateContent' },
  ];
}

/** The mode whose settings a mode's requests are made of: a single prompt has those of a chat. */
export function settingsModeOf(mode: PlaygroundMode = DEFAULT_MODE): SettingsMode {
  return MODES[mode].settings.mode;
}

/** What the panel says of a mode. */
export interface ModeInfo {
  readonly id: PlaygroundMode;
  /** Why it can't be used with this model and version, as a sentence; absent where it can. */
  readonly reason?: string;
}
