import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import type { Conversation, SettingsMode, Turn } from './conversation';
import { isLeftOut } from './turns';

/** What is known of a conversation that something is asked in. */
export type Sender = Pick<
  Conversation,
  'model' | 'settings' | 'turns' | 'variables' | 'mode' | 'oneText'
> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/** A conversation as the bodies of requests are made of it. */
export interface RequestContext extends Sender {
  readonly version: Version;
  /** The request without what the turns make of it. */
  readonly rest: JsonObject;
  /** The last message: what is asked, or each text that becomes a vector. */
  readonly texts: readonly string[];
}

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

/** The settings that all modes share, where their requests have them. */
export type SharedField =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxOutputTokens'
  | 'stopSequences'
  | 'includeThoughts'
  | 'systemInstruction';

export interface ModeSettings {
  /** Under which the settings of its request are kept: modes whose requests are alike share them. */
  readonly mode: SettingsMode;
  /** Paths of the shared settings in its request. */
  readonly shared: { readonly [F in SharedField]?: string };
  /** Paths of the fields of its request that are made of the model and the turns. */
  readonly madeOfTurns: readonly string[];
  /** Its system instruction is a text, and not content. */
  readonly isPlainInstruction?: true;
}

export const SAMPLING = { temperature: 'temperature', topP: 'topP', topK: 'topK' };
export const LENGTH = { maxOutputTokens: 'maxOutputTokens', stopSequences: 'stopSequences' };

/** Texts of the modes that ask for words. */
export const ASKING = {
  empty: {
    title: (model) => l10n.t('Message {0}', model),
    starters: () => [
      l10n.t('Explain what a token is and how it is counted'),
      l10n.t('Write a TypeScript function that groups a list by a key, with a test'),
      l10n.t('Compare REST, gRPC, and WebSocket in a table'),
    ],
  },
  hint: () => l10n.t('Type a message'),
} satisfies Partial<ModeRow>;

/** What came whole and names no reason ended well. */
export const DEFAULT_FINISH = 'STOP';

/** What was said in a turn, part by part; thoughts and what was attached aside. */
export function textsOf(turn: Turn | undefined): readonly string[] {
  const attached = turn?.role === 'user' ? (turn.attached ?? []) : [];
  return (turn?.content.parts ?? []).flatMap(({ text = '', thought }, index) =>
    text === '' || thought || attached.some(({ part }) => part === index) ? [] : [text],
  );
}

/** The turns of a chat, without the texts that were turned into vectors, and without what came of them. */
export function chatTurns(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(isEmbedded)) return turns;
  return turns.filter((turn, index) => {
    const next = turns[index + 1];
    return !isEmbedded(turn) && !(turn.role === 'user' && next && isEmbedded(next));
  });
}

/** Turns with something said in them, without messages that the service refused or that have no answer. */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const said = chatTurns(turns);
  return said.filter(
    (turn, index) => textsOf(turn).length > 0 && !isLeftOut(turn, said[index + 1]),
  );
}

function isEmbedded(turn: Turn): boolean {
  return turn.role === 'model' && turn.mode === 'embed';
}
