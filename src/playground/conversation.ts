import type { Message } from '../api/schema/infer';
import type { Version } from '../api/versions';

/** Sampling as the user set it; an absent field means the model's own default. */
export interface PlaygroundSettings {
  readonly systemInstruction?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly includeThoughts?: boolean;
}

/**
 * How an answer ended, told truthfully: `complete`, cut by the token limit, blocked (the answer, or the
 * prompt before it), recitation, connection lost, stopped by the user, ended without a finish reason,
 * ended for another reason that the service names, or failed before any text.
 */
export const VERDICTS = [
  'complete',
  'maxTokens',
  'blocked',
  'promptBlocked',
  'recitation',
  'lost',
  'stopped',
  'unfinished',
  'other',
  'failed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What can be done about a failure, as a button. The host knows how. */
export const FIXES = [
  'retry',
  'continue',
  'addApiKey',
  'signIn',
  'diagnose',
  'chooseModel',
  'startEmulator',
  'showLog',
] as const;
export type Fix = (typeof FIXES)[number];

export interface Failure {
  /** What happened and why, in one or two sentences; plain text. */
  readonly message: string;
  readonly hint?: string;
  readonly fixes: readonly Fix[];
}

export interface Outcome {
  readonly verdict: Verdict;
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
}

/** What is known of a part that was attached. */
export interface AttachedPart {
  /** Its index among the parts of its turn. */
  readonly part: number;
  readonly name: string;
  /** Milliseconds since 1970 at which the service deletes its file; absent where it did not say. */
  readonly expiresAt?: number;
}

export interface UserTurn {
  readonly id: string;
  readonly role: 'user';
  /** What was attached comes first, then the text, where there is one. */
  readonly content: Message<'Content'>;
  readonly attached?: readonly AttachedPart[];
  /** Addresses of files that later requests leave out, because the service has them no more. */
  readonly leftOut?: readonly string[];
}

/** `content` holds the service's parts as they came, unknown fields included: they go back unchanged. */
export interface ModelTurn {
  readonly id: string;
  readonly role: 'model';
  readonly content: Message<'Content'>;
  /** Resource name of the model that answered, and the version of the service. */
  readonly model: string;
  readonly version: Version;
  /** Absent while it streams. */
  readonly outcome?: Outcome;
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
  readonly source?: {
    readonly scheme: string;
    readonly authority: string;
    readonly path: string;
  };
  /** Of a file of the service: the id of its connection, its resource name, and when it is deleted there. */
  readonly connection?: string;
  readonly file?: string;
  readonly expiresAt?: number;
}

/** A conversation as it is kept on disk. */
export interface Conversation {
  readonly format: 1;
  readonly id: string;
  /** Counts writes; a writer that finds a higher one on disk keeps both. */
  readonly revision: number;
  readonly title: string;
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
  /** Of the next message. */
  readonly attachments?: readonly KeptAttachment[];
}
