import type { OperationId } from '../../../api/operations';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import type { L10n } from '../../../platform/l10n';
import type { Turn } from '../../conversation';
import type { PlaygroundMode } from '../../modes';
import type { Asked } from './asked';
import * as bodies from './bodies';
import { readAnswered, readContent, readMessage, readText } from './readAnswers';
import { readVectors } from './readVectors';

/** One way to ask in a mode. */
export interface ModeCall {
  readonly operation: OperationId;
  /** What a model that takes it lists in `supportedGenerationMethods`. */
  readonly method: string;
  /** Where there are several ways: whether it is this one. */
  readonly when?: (asked: Asked) => boolean;
  readonly body?: (asked: Asked) => JsonObject;
  /** Of chats, whose bodies are all made alike: the turns that are sent. */
  readonly turns?: (turns: readonly Turn[]) => readonly Turn[];
  /** Its answer as a piece of a stream of `GenerateContentResponse`. Throws `AppError` where it is none. */
  readonly read: (answer: JsonObject) => Message<'GenerateContentResponse'>;
  /** The vectors of its answer. Throws `AppError` where there are none. */
  readonly vectors?: (answer: JsonObject) => readonly (readonly number[])[];
  /** It takes none of the mode's settings. */
  readonly isBare?: true;
  /** The list in its body that has an item for each text: it is sent in several requests where it is long. */
  readonly batch?: 'requests' | 'texts';
}

export interface ModeRow {
  readonly label: (l10n: L10n) => string;
  readonly detail: (l10n: L10n) => string;
  /** The first that a model takes is sent. */
  readonly calls: readonly ModeCall[];
  /** It sends what is attached, and can go on with an answer that was cut. */
  readonly isChat?: true;
}

function generating(turns: NonNullable<ModeCall['turns']>): readonly ModeCall[] {
  const same = { method: 'generateContent', turns, read: readContent };
  return [
    {
      ...same,
      operation: 'models.streamGenerateContent',
      when: ({ settings }) => !settings.whole,
    },
    { ...same, operation: 'models.generateContent' },
    { ...same, operation: 'tunedModels.generateContent' },
  ];
}

/** The single way to ask in a mode whose method is named as its operation. */
function only(
  method: 'generateMessage' | 'generateAnswer',
  body: NonNullable<ModeCall['body']>,
  read: ModeCall['read'],
): readonly ModeCall[] {
  return [{ operation: `models.${method}`, method, body, read }];
}

const TEXT = { method: 'generateText', body: bodies.textBody, read: readText };
const VECTORS = { read: () => EMBEDDED, vectors: readVectors };
const EMBEDDED: Message<'GenerateContentResponse'> = { candidates: [{ finishReason: 'STOP' }] };

/** THE MODES: what can be asked for, by which operations, and how their answers are read. */
export const MODE_ROWS: { readonly [M in PlaygroundMode]: ModeRow } = {
  chat: {
    label: (l10n) => l10n.t('Chat'),
    detail: (l10n) => l10n.t('Sends the whole conversation with each message.'),
    calls: generating(bodies.spoken),
    isChat: true,
  },
  prompt: {
    label: (l10n) => l10n.t('Single prompt'),
    detail: (l10n) => l10n.t('Sends each message alone, with the same settings.'),
    calls: generating(bodies.lastMessage),
    isChat: true,
  },
  text: {
    label: (l10n) => l10n.t('Legacy text'),
    detail: (l10n) => l10n.t('Completes each message alone with a model of the PaLM generation.'),
    calls: [
      { ...TEXT, operation: 'models.generateText' },
      { ...TEXT, operation: 'tunedModels.generateText' },
    ],
  },
  message: {
    label: (l10n) => l10n.t('Legacy chat'),
    detail: (l10n) => l10n.t('A conversation of authors, with context and examples.'),
    calls: only('generateMessage', bodies.messageBody, readMessage),
  },
  answer: {
    label: (l10n) => l10n.t('Grounded answer'),
    detail: (l10n) => l10n.t('Answers from passages that you give, or from a corpus.'),
    calls: only('generateAnswer', bodies.answerBody, readAnswered),
  },
  embed: {
    label: (l10n) => l10n.t('Embeddings'),
    detail: (l10n) => l10n.t('Turns texts into vectors, and shows how similar they are.'),
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
  },
};
