import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';

/** Maximum message length in UTF-16 units, above every model's input limit. */
export const MAX_PROMPT = 64 * 1024 * 1024;

export const MAX_TITLE = 200;

/**
 * Request types: `chat` sends all turns, `prompt` the last message, `interaction` steps. `text` and
 * `message` are legacy, `answer` is grounded, `embed` returns vectors, `decision` probabilities.
 */
export const PLAYGROUND_MODES = [
  'chat',
  'interaction',
  'prompt',
  'text',
  'message',
  'answer',
  'embed',
  'decision',
] as const;
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number];

export const DEFAULT_MODE: PlaygroundMode = 'chat';

/** Modes with their own settings; `prompt` uses those of `chat`. */
export type SettingsMode = Exclude<PlaygroundMode, 'prompt'>;

/** Settings changed by the user. Absent fields use the model's default. */
export interface PlaygroundSettings {
  readonly systemInstruction?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly includeThoughts?: boolean;
  /**
   * Request fields of each mode not set by the fields above, the turns, or the path. Unknown fields
   * are sent too.
   */
  readonly requests?: { readonly [M in SettingsMode]?: JsonObject };
  readonly whole?: boolean;
  readonly mocks?: { readonly [name: string]: JsonObject };
  /** VS Code tools that run function calls, by function name. */
  readonly vscodeTools?: { readonly [name: string]: string };
  /** Whether to send saved results without confirmation if every call has one. */
  readonly autoRespond?: boolean;
}

/** Final statuses of a response, such as truncated, blocked, or connection lost. */
export const VERDICTS = [
  'complete',
  'maxTokens',
  'blocked',
  'promptBlocked',
  'accountLimited',
  'recitation',
  'lost',
  'stalled',
  'malformed',
  'serviceFailed',
  'stopped',
  'interrupted',
  'unfinished',
  'other',
  'failed',
] as const;
export type FinishStatus = (typeof VERDICTS)[number];

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
  'allowMore',
  'showLog',
] as const;
export type Fix = (typeof FIXES)[number];

export interface Failure {
  /** Plain text that explains the failure in one or two sentences. */
  readonly message: string;
  readonly hint?: string;
  readonly fixes: readonly Fix[];
}

export interface TurnResult {
  readonly verdict: FinishStatus;
  /** The API's finish reason, including unknown values. */
  readonly finishReason?: string;
  readonly finishMessage?: string;
  readonly blockReason?: string;
  readonly safetyRatings?: readonly Message<'SafetyRating'>[];
  readonly usage?: Message<'GenerateContentResponse.UsageMetadata'>;
  /** Time in ms from the last retry to the first text or thought. */
  readonly firstTokenMs?: number;
  /** Time in ms from the first attempt to the end. */
  readonly durationMs: number;
  readonly failure?: Failure;
  /** Whether the API rejected the prompt; later requests omit the user turn. */
  readonly promptRefused?: boolean;
  /**
   * Whether there is no response because of a failure or stop; later requests omit the user turn
   * until it is resent.
   */
  readonly unanswered?: boolean;
}

/** Text of the workspace that is read when it is sent. */
export interface Reference {
  readonly kind: 'file' | 'folder';
  /** First and last line; absent for the complete file. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface AttachedPart {
  readonly part: number;
  readonly name: string;
  /** When the API deletes the file, in ms since 1970; absent if unknown. */
  readonly expiresAt?: number;
  readonly source?: FileSource;
  readonly reference?: Reference;
  /** Whether the reference had changed when the response was regenerated, or could no longer be read. */
  readonly reread?: 'changed' | 'gone';
}

export interface FileSource {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

export interface UserTurn {
  readonly id: string;
  readonly role: 'user';
  /** Attachments first, then the text. */
  readonly content: Message<'Content'>;
  readonly attached?: readonly AttachedPart[];
  readonly leftOut?: readonly string[];
  readonly author?: string;
  readonly automatic?: boolean;
  /** The text before variables were replaced, with their values. */
  readonly template?: Template;
}

interface Template {
  readonly text: string;
  readonly variables: { readonly [name: string]: string };
}

export interface Continuation extends Pick<ModelTurn, 'model' | 'version' | 'mode' | 'sent'> {
  /**
   * Number of parts before the continuation, and the length of the last part's text in UTF-16
   * units.
   */
  readonly parts: number;
  readonly length: number;
  readonly chosen: number;
}

/**
 * A response. `content` has the API's parts unchanged, including unknown fields, because they are
 * sent back.
 */
export interface ModelTurn {
  readonly id: string;
  readonly role: 'model';
  readonly content: Message<'Content'>;
  /** Resource name of the model, and the API version. */
  readonly model: string;
  readonly modelName?: string;
  readonly version: Version;
  /** Whether the emulator or a recording responded, so that nothing was charged. */
  readonly free?: boolean;
  /** Absent while the response streams, and for turns written by the user. */
  readonly outcome?: TurnResult;
  readonly edited?: boolean;
  /** Defaults to `chat`. */
  readonly mode?: PlaygroundMode;
  /** The request without its contents; absent if it is large. */
  readonly sent?: JsonObject;
  readonly continuation?: Continuation;
  /** The API's response without the contents of its candidates. */
  readonly answer?: JsonObject;
  /** Contents of all candidates if there are several; `content` is the selected one. */
  readonly alternatives?: readonly Message<'Content'>[];
  /** Index of the selected candidate; defaults to 0. */
  readonly chosen?: number;
  /** Sentences on how the response violates its schema; empty if valid. */
  readonly schemaProblems?: readonly string[];
  readonly embeddings?: readonly (readonly number[])[];
  /** Interaction data. `content` is derived from its steps, and the steps are sent. */
  readonly interaction?: TurnInteraction;
}

export type Turn = UserTurn | ModelTurn;

export interface KeptAttachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size?: number;
  readonly kind: 'inline' | 'file';
  /** The part to send; absent until the attachment is ready. */
  readonly part?: Message<'Part'>;
  readonly source?: FileSource;
  readonly reference?: Reference;
  /** For files on the server: connection ID, resource name, and expiration. */
  readonly connection?: string;
  readonly file?: string;
  readonly expiresAt?: number;
}

/** An unsent message: typed text, and items too long or too precise for a text field. */
export interface Draft {
  readonly text: string;
  readonly held: readonly string[];
  readonly pieces: readonly EditorPiece[];
}

/** A selection or document of a text editor. */
export interface EditorPiece {
  readonly uri: string;
  /** Path within the workspace, or the name of an untitled document. */
  readonly path: string;
  /** VS Code's language ID. */
  readonly language: string;
  readonly text: string;
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface ColumnOf {
  readonly id: string;
  /** Increases from left to right; numbers of removed columns aren't reused. */
  readonly column: number;
}

export interface Conversation {
  readonly format: 1;
  readonly id: string;
  /** Number of writes. A writer that finds a higher number on disk saves its copy separately. */
  readonly revision: number;
  readonly title: string;
  /** Whether the user set the title; messages then don't change it. */
  readonly named?: boolean;
  readonly createTime: string;
  readonly updateTime: string;
  readonly connection: string;
  /** Resource name; empty until a model is selected. */
  readonly model: string;
  /** API version; defaults to the connection's preferred version. */
  readonly version?: Version;
  readonly settings: PlaygroundSettings;
  readonly turns: readonly Turn[];
  readonly cache?: ChosenCache;
  readonly attachments?: readonly KeptAttachment[];
  /** The unsent message. */
  readonly draft?: Draft;
  readonly mode?: PlaygroundMode;
  readonly author?: string;
  /** Whether to embed the next message as one text instead of line by line. */
  readonly oneText?: boolean;
  /** Values of `{{name}}` variables in messages and the system instruction. */
  readonly variables?: { readonly [name: string]: string };
  readonly promptFile?: string;
  /** SHA-256 of the prompt file when last read or written. */
  readonly promptSha256?: string;
  readonly comparison?: ColumnOf;
  /** Turns of branches that aren't in `turns`. */
  readonly branches?: readonly Branch[];
  /** IDs of the branches' first turns, in order of creation. */
  readonly branchOrder?: readonly string[];
}

/** Alternative turns (at least one) after a turn of the conversation or of another branch. */
export interface Branch {
  readonly after: string;
  readonly turns: readonly Turn[];
}

export interface ChosenCache {
  readonly name: string;
  readonly label: string;
  readonly connection: string;
  readonly model: string;
  readonly expireTime?: string;
  readonly tokens?: number;
  /** Set if the cache was created from the start of this conversation. */
  readonly beginning?: {
    readonly upTo: string;
    /** Digest of the cached content, to detect edits. */
    readonly digest: string;
  };
}

/** A step as the API sent it, including unknown members, because it is sent back. */
export type Step = JsonObject;

/** Start and end of a step, in ms since its request was sent. */
export interface StepTime {
  readonly start: number;
  /** Absent while the step runs, and if it was interrupted. */
  readonly stop?: number;
}

/**
 * Data of a response in `interaction` mode in addition to `content`, which is derived from the
 * steps.
 */
export interface TurnInteraction {
  /** ID without `interactions/`; absent until known, and often if the interaction isn't stored. */
  readonly id?: string;
  readonly status?: string;
  /** Whether the request asked the API to store the interaction. */
  readonly stored: boolean;
  /** Whether the interaction was deleted or has expired, so the API can't continue from it. */
  readonly gone?: boolean;
  readonly background?: boolean;
  readonly lastEventId?: string;
  /** ID of the stored interaction it continues; absent if all steps were sent. */
  readonly previous?: string;
  readonly connection?: string;
  /** Agent that responded; absent for models. */
  readonly agent?: string;
  readonly environment?: string;
  readonly steps: readonly Step[];
  /** Number of leading steps that came from earlier interactions of the same response. */
  readonly earlier?: number;
  readonly usage?: Message<'interactions.Usage'>;
  /** Times by step index; null if unknown. */
  readonly times?: readonly (StepTime | null)[];
  /** Token counts by step index; null if unknown. */
  readonly tokens?: readonly (number | null)[];
  readonly created?: string;
  /** Digest of the conversation up to its end; the stored copy is used only if this matches. */
  readonly digest?: string;
  /** Set if the user branched from a step of another response: the last included step. */
  readonly cut?: { readonly turn: string; readonly step: number };
}

export const QUESTION_TYPES = ['noul', 'choice', 'score'] as const;

export type QuestionType = (typeof QUESTION_TYPES)[number];
