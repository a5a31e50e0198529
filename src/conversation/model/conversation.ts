import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import type { ChosenCache } from './chosenCache';
import type { TurnInteraction } from './interaction';

/** Longest text the composer sends, in UTF-16 units: beyond every model's input limit. */
export const MAX_PROMPT = 64 * 1024 * 1024;

/** Longest title that a user can give a conversation, in UTF-16 units. */
export const MAX_TITLE = 200;

/**
 * What a conversation asks for: `chat` sends all of it, `interaction` too or goes on from what the service keeps,
 * `prompt` each message alone; `text` and `message` use the legacy operations of the service, `answer` answers from
 * passages or a corpus, and `embed` turns texts into vectors.
 */
export const PLAYGROUND_MODES = [
  'chat',
  'interaction',
  'prompt',
  'text',
  'message',
  'answer',
  'embed',
] as const;
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number];

/** The mode of conversations that name none. */
export const DEFAULT_MODE: PlaygroundMode = 'chat';

/** The modes whose requests are made of these settings: a single prompt has those of a chat. */
export type SettingsMode = Exclude<PlaygroundMode, 'prompt'>;

/** Settings as the user made them; an absent field means the model's own default. */
export interface PlaygroundSettings {
  readonly systemInstruction?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly includeThoughts?: boolean;
  /**
   * The rest of the request of each mode, as the service takes it: everything but what the fields above, the
   * turns and the path make of it. Fields that no table knows stay, and are sent.
   */
  readonly requests?: { readonly [M in SettingsMode]?: JsonObject };
  /** The answer is asked for in one piece instead of as a stream. */
  readonly whole?: boolean;
  /** Results of functions by their names, sent where the model calls them. */
  readonly mocks?: { readonly [name: string]: JsonObject };
  /** Calls that all have such a result are answered without asking. */
  readonly autoRespond?: boolean;
}

/**
 * How an answer ended, told truthfully: `complete`, cut by the token limit, blocked (the answer, or the
 * prompt before it), refused as the account is limited, recitation, connection lost, stalled, an error of the service in the middle, stopped by the
 * user, cut off by something else such as a closed tab, ended without a finish reason, ended for another reason that
 * the service names, or failed before any text.
 */
export const VERDICTS = [
  'complete',
  'maxTokens',
  'blocked',
  'promptBlocked',
  'accountLimited',
  'recitation',
  'lost',
  'stalled',
  'serviceFailed',
  'stopped',
  'interrupted',
  'unfinished',
  'other',
  'failed',
] as const;
export type FinishStatus = (typeof VERDICTS)[number];

/** What can be done about a failure, as a button. The host knows how. */
export const FIXES = [
  'retry',
  'retryWithout',
  'continue',
  'resume',
  'keepInteractions',
  'asChat',
  'addApiKey',
  'signIn',
  'diagnose',
  'chooseModel',
  'useSuccessor',
  'withoutCache',
  'askFromCalls',
  'startEmulator',
  'recordMissing',
  'recordWindow',
  'showLog',
] as const;
export type Fix = (typeof FIXES)[number];

export interface Failure {
  /** What happened and why, in one or two sentences; plain text. */
  readonly message: string;
  readonly hint?: string;
  readonly fixes: readonly Fix[];
}

export interface TurnResult {
  readonly verdict: FinishStatus;
  /** The service's own word, also one we don't know. */
  readonly finishReason?: string;
  readonly finishMessage?: string;
  readonly blockReason?: string;
  readonly safetyRatings?: readonly Message<'SafetyRating'>[];
  readonly usage?: Message<'GenerateContentResponse.UsageMetadata'>;
  /** Milliseconds from sending, the last time where it was repeated, to the first text, thoughts included. */
  readonly firstTokenMs?: number;
  /** Milliseconds from sending the first time to the end. */
  readonly durationMs: number;
  readonly failure?: Failure;
  /** The service refused the prompt itself: later requests leave that user turn out. */
  readonly promptRefused?: boolean;
  /** Nothing came, for it failed or was stopped: later requests leave that user turn out until it is sent again. */
  readonly unanswered?: boolean;
}

export interface AttachedPart {
  /** Its index among the parts of its turn. */
  readonly part: number;
  readonly name: string;
  /** Milliseconds since 1970 at which the service deletes its file; absent where it did not say. */
  readonly expiresAt?: number;
  /** The file of the user that it was made of, as parts of its `Uri`. */
  readonly source?: FileSource;
}

/** A file of the user, as parts of its `Uri`. */
export interface FileSource {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

export interface UserTurn {
  readonly id: string;
  readonly role: 'user';
  /** What was attached comes first, then the text, where there is one. */
  readonly content: Message<'Content'>;
  readonly attached?: readonly AttachedPart[];
  /** Addresses of files that later requests leave out, because the service has them no more. */
  readonly leftOut?: readonly string[];
  /** Who speaks, in the legacy mode with authors. */
  readonly author?: string;
  /** Results of functions that were sent without the user. */
  readonly automatic?: boolean;
  /** Its text before its variables were filled in, and what they were filled in with. */
  readonly template?: Template;
}

interface Template {
  readonly text: string;
  readonly variables: { readonly [name: string]: string };
}

/** The request for the rest of an answer, which added to its content. */
export interface Continuation extends Pick<ModelTurn, 'model' | 'version' | 'mode' | 'sent'> {
  /** Parts that stood before, and UTF-16 units of the last one's text that did. */
  readonly parts: number;
  readonly length: number;
  /** Index of the candidate that it went on with. */
  readonly chosen: number;
}

/** `content` holds the service's parts as they came, unknown fields included: they go back unchanged. */
export interface ModelTurn {
  readonly id: string;
  readonly role: 'model';
  readonly content: Message<'Content'>;
  /** Resource name of the model that answered, and the version of the service. */
  readonly model: string;
  /** Display name of that model by then, where it was known. */
  readonly modelName?: string;
  readonly version: Version;
  /** Absent while it streams, and where the user wrote it. */
  readonly outcome?: TurnResult;
  /** The user wrote it, or changed its words. */
  readonly edited?: boolean;
  /** What it was asked for; absent for a chat. */
  readonly mode?: PlaygroundMode;
  /** The request it answers, without its contents; absent where that is large. */
  readonly sent?: JsonObject;
  /** What asked for the rest of it, the last time. */
  readonly continuation?: Continuation;
  /** The answer as the service gave it, without the contents of its candidates. */
  readonly answer?: JsonObject;
  /** The contents of all candidates, where there were several; `content` is the chosen one's. */
  readonly alternatives?: readonly Message<'Content'>[];
  /** Index of the chosen one; absent means the first. */
  readonly chosen?: number;
  /** How it differs from the schema that was asked for, as sentences; empty where it does not. */
  readonly schemaProblems?: readonly string[];
  /** A vector for each text that was asked about. */
  readonly embeddings?: readonly (readonly number[])[];
  /** What it is as an interaction: of its steps `content` is made, and they are what is sent. */
  readonly interaction?: TurnInteraction;
}

export type Turn = UserTurn | ModelTurn;

/** An attachment of the next message as it is kept on disk. */
export interface KeptAttachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size?: number;
  readonly kind: 'inline' | 'file';
  /** What is sent; absent until it is there. */
  readonly part?: Message<'Part'>;
  /** The file of the user that it was made of, as parts of its `Uri`. */
  readonly source?: FileSource;
  /** Of a file of the service: the id of its connection, its resource name, and when it is deleted there. */
  readonly connection?: string;
  readonly file?: string;
  readonly expiresAt?: number;
}

/** The comparison that a conversation is a column of. */
export interface ColumnOf {
  /** Of the comparison. */
  readonly id: string;
  /** Grows from left to right; numbers of columns that were taken away are missing. */
  readonly column: number;
}

/** A conversation as it is kept on disk. */
export interface Conversation {
  readonly format: 1;
  readonly id: string;
  /** Counts writes; a writer that finds a higher one on disk keeps both. */
  readonly revision: number;
  readonly title: string;
  /** The user gave it its title: no message changes that. */
  readonly named?: boolean;
  readonly createTime: string;
  readonly updateTime: string;
  /** Id of the connection it was last used with. */
  readonly connection: string;
  /** Resource name; empty until one is chosen. */
  readonly model: string;
  /** Version of the service chosen for it; absent means the connection's preferred one. */
  readonly version?: Version;
  readonly settings: PlaygroundSettings;
  readonly turns: readonly Turn[];
  readonly cache?: ChosenCache;
  /** Of the next message. */
  readonly attachments?: readonly KeptAttachment[];
  /** Absent for a chat. */
  readonly mode?: PlaygroundMode;
  /** Who says the next message, in the legacy mode with authors. */
  readonly author?: string;
  /** The next message is one text to be turned into a vector, and not one per line. */
  readonly oneText?: boolean;
  /** Values of the variables `{{name}}` of its messages and its system instruction. */
  readonly variables?: { readonly [name: string]: string };
  /** Address of the prompt file that it was opened from. */
  readonly promptFile?: string;
  /** SHA-256 of that file as it was read or written here last. */
  readonly promptSha256?: string;
  /** Absent where it was begun by itself. */
  readonly comparison?: ColumnOf;
  /** What was said on other ways than the one that `turns` goes. */
  readonly branches?: readonly Branch[];
  /** Ids of the turns that begin them, in the order in which they were begun. */
  readonly branchOrder?: readonly string[];
}

/** Turns that follow one of the conversation or of another branch, in place of those there; one at least. */
export interface Branch {
  /** Id of the turn before them; empty at the beginning. */
  readonly after: string;
  readonly turns: readonly Turn[];
}
