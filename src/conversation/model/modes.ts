import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { DEFAULT_MODE, type PlaygroundMode, type SettingsMode, type Turn } from './conversation';
import * as answers from './modeAnswers';
import * as bodies from './modeBodies';
import type { RequestContext } from './modeBodies';
import {
  CHAT_SETTINGS,
  INTERACTION_SETTINGS,
  LENGTH,
  type ModeSettings,
  SAMPLING,
} from './modeSettings';

/** Texts of one request for vectors, as the service's reference says. */
export const BATCH_SIZE = 100;

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

export interface ModeRow {
  readonly label: () => string;
  /** What it does, as the host's list of modes says it. */
  readonly detail: () => string;
  /** Codicon id of its conversations in lists. */
  readonly icon: string;
  /** The first that a model takes is sent. */
  readonly calls: readonly ModeCall[];
  readonly settings: ModeSettings;
  /** What an empty conversation says, with the name of the model, and texts to begin with. */
  readonly empty: {
    readonly title: (model: string) => string;
    readonly starters: () => readonly string[];
  };
  /** What an empty composer says. */
  readonly hint: () => string;
  /** It sends what is attached, can go on with an answer that was cut, and calls functions. */
  readonly isChat?: true;
  /** Its answers come as steps, of which the service can keep its own copy; it takes all that a chat takes. */
  readonly hasSteps?: true;
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

const ASKING = {
  empty: {
    title: (model) => l10n.t('Ask {0}', model),
    starters: () => [
      l10n.t('Explain what a token is and how it is counted'),
      l10n.t('Write a TypeScript function that groups a list by a key, with a test'),
      l10n.t('Compare REST, gRPC and WebSocket in a table'),
    ],
  },
  hint: () => l10n.t('Ask something'),
} satisfies Partial<ModeRow>;

const LEGACY_TEXT = { method: 'generateText', body: bodies.textBody, read: answers.readText };
const VECTORS = { read: answers.readEmbedded, vectors: answers.readVectors };

/**
 * THE MODES: what can be asked for, by which operations, how their answers are read, and what the panel shows of it.
 */
export const MODES: { readonly [M in PlaygroundMode]: ModeRow } = {
  chat: {
    ...ASKING,
    label: () => l10n.t('Chat'),
    detail: () => l10n.t('Sends the whole conversation with each message.'),
    icon: 'comment-discussion',
    calls: generating(bodies.chatTurns),
    settings: CHAT_SETTINGS,
    isChat: true,
  },
  interaction: {
    ...ASKING,
    label: () => l10n.t('Interaction'),
    detail: () =>
      l10n.t('Shows what the model or agent does step by step, and can leave it to the service.'),
    icon: 'type-hierarchy-sub',
    calls: [
      {
        operation: 'interactions.create',
        method: 'generateContent',
        turns: bodies.chatTurns,
        read: answers.readContent,
      },
    ],
    settings: INTERACTION_SETTINGS,
    isChat: true,
    hasSteps: true,
  },
  prompt: {
    ...ASKING,
    label: () => l10n.t('Single prompt'),
    detail: () => l10n.t('Sends each message alone, with the same settings.'),
    icon: 'comment',
    calls: generating(bodies.lastMessage),
    settings: CHAT_SETTINGS,
    isChat: true,
  },
  text: {
    ...ASKING,
    label: () => l10n.t('Legacy text'),
    detail: () => l10n.t('Completes each message alone with a model of the PaLM generation.'),
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
    label: () => l10n.t('Legacy chat'),
    detail: () => l10n.t('A conversation of authors, with context and examples.'),
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
    label: () => l10n.t('Grounded answer'),
    detail: () => l10n.t('Answers from passages that you give, or from a corpus.'),
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
    label: () => l10n.t('Embeddings'),
    detail: () => l10n.t('Turns texts into vectors, and shows how similar they are.'),
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
    empty: {
      title: (model) => l10n.t('Compare texts with {0}', model),
      starters: () => [
        l10n.t(
          'The kite rises in the wind\nA kite climbs as the wind blows\nTea is best when it is hot',
        ),
      ],
    },
    hint: () => l10n.t('Texts to compare'),
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
