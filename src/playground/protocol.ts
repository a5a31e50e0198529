import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import type { Version } from '../api/versions';
import type { Protocol } from '../webview/rpc';
import {
  flag,
  integer,
  list,
  nothing,
  nullable,
  object,
  oneOf,
  record,
  text,
} from '../webview/shape';
import {
  type Failure,
  FIXES,
  MAX_PROMPT,
  MAX_TITLE,
  type PlaygroundMode,
  type PlaygroundSettings,
  type Turn,
} from './conversation';
import type { ModeInfo } from './modes';
import { settingsCalls } from './settings';
import { toolCalls } from './tools';

/** Attachments of one message. */
export const MAX_ATTACHMENTS = 100;

/** Bytes of what is attached without an address, and of what is sent inside of a request. */
export const MAX_PASTED = REQUEST_BYTES;
/** Its length in base64. */
const MAX_PASTED_BASE64 = Math.ceil(MAX_PASTED / 3) * 4;
/** Most candidates of one answer that a panel can ask for; the service makes far fewer. */
const MAX_CANDIDATES = 1000;

const turnId = text(64);
const message = text(MAX_PROMPT);

/** Requests as code. */
export const codeCalls = {
  /** Shows VS Code's list of languages, and in the chosen one the request that sending this text would make. */
  getCode: { input: object({ text: message }) },
} as const satisfies Protocol['calls'];

/** Changes of the turns. */
export const editingCalls = {
  /**
   * Gives a turn another text; what it holds besides stays. With `ask` what follows goes, and an answer is
   * asked for. Answers whether that was done: the user may have taken it back.
   */
  editTurn: { input: object({ turn: turnId, text: message, ask: flag }) },
  /** Puts a message of either side before or after a turn. */
  insertTurn: {
    input: object({
      turn: turnId,
      place: oneOf('before', 'after'),
      role: oneOf('user', 'model'),
      text: message,
    }),
  },
  /** Takes another candidate of an answer. */
  chooseCandidate: { input: object({ turn: turnId, index: integer(0, MAX_CANDIDATES) }) },
  /** Takes the last change of the turns back, or makes the one again that was taken back last. */
  undo: { input: object({ redo: flag }) },
} as const satisfies Protocol['calls'];

/** Answers in the editor. */
export const editorCalls = {
  /** Puts a text in place of what is selected in the last text editor. */
  insertAtCursor: { input: object({ text: message }) },
  /** Shows what is selected there beside a text. */
  compareWithSelection: { input: object({ text: message }) },
} as const satisfies Protocol['calls'];

/** Requests and answers as they were. */
export const inspectCalls = {
  /** Opens the answer of a turn as the service gave it, in an editor. */
  showAnswerJson: { input: object({ turn: turnId }) },
  /** Opens a chunk of a corpus that an answer names, by its resource name. */
  openChunk: { input: object({ name: text(512) }) },
} as const satisfies Protocol['calls'];

/** The type as the service gave it, and base64. */
const mediaContent = { input: object({ mimeType: text(200), data: message }) };

/** What is done with a picture, a sound or a film of an answer. */
export const mediaCalls = {
  /** Writes it to a file that the user chooses. */
  saveMedia: mediaContent,
  /** Opens it in a tab of its own, in VS Code's preview. */
  openMedia: mediaContent,
} as const satisfies Protocol['calls'];

/** What a conversation asks for. */
export const modeCalls = {
  /** Shows VS Code's list of modes. */
  pickMode: { input: nothing },
  /** Names who says the next message, in the legacy mode with authors; may be empty. */
  setAuthor: { input: object({ author: text(256) }) },
  /** Copies the vectors of an answer as JSON. */
  copyVectors: { input: object({ turn: turnId }) },
  /** Whether the next message is one text to be turned into a vector, or each of its lines. */
  setOneText: { input: object({ oneText: flag }) },
  /** Replaces the passages that are answered from. */
  setPassages: { input: object({ passages: list(object({ id: text(256), text: message })) }) },
  /** Shows VS Code's list of corpora, then of the documents of one, to answer from instead of passages. */
  pickSource: { input: nothing },
  /** Answers from the passages again. */
  clearSource: { input: nothing },
  /** Replaces the context and the examples of legacy chats. */
  setMessagePrompt: {
    input: object({
      context: message,
      examples: list(object({ input: message, output: message })),
    }),
  },
} as const satisfies Protocol['calls'];

/** Prompt files and their variables. */
export const promptCalls = {
  /** Replaces the values of the variables: all of them. */
  setVariables: { input: object({ values: record(message) }) },
  /** Asks again what was asked with other values of the variables. Answers whether that was done. */
  tryVariables: { input: object({ values: record(message) }) },
  /**
   * Saves the conversation as a prompt file, with the text that stands in the composer as its last message:
   * `over` the file that it belongs to, else where the user wants.
   */
  savePrompt: { input: object({ text: message, over: flag }) },
  /** Shows the file that the conversation belongs to in an editor. */
  showPromptFile: { input: nothing },
} as const satisfies Protocol['calls'];

/** Tokens of the next message. */
export const tokenCalls = {
  /**
   * Counts the tokens of the next request, with this text as its message: answers `TokenCount`. Ends where the call
   * is cancelled.
   */
  countTokens: { input: object({ text: message }) },
} as const satisfies Protocol['calls'];

/** Calls of the webview. Each answers nothing unless it says otherwise; state comes as events. */
export const playgroundProtocol = {
  calls: {
    /** First call after load: the host answers with a `state` event. */
    ready: { input: nothing },
    /** Sends a user turn. Fails, with the text kept in the composer, when it can't be sent at all. */
    send: { input: object({ text: message }) },
    stop: { input: nothing },
    /** Runs a button of a turn; `turn` is empty for a button of the notice. */
    fix: { input: object({ turn: turnId, fix: oneOf(...FIXES) }) },
    /** Drops the last answer and asks again. */
    regenerate: { input: nothing },
    /** Shows VS Code's list of models. */
    pickModel: { input: nothing },
    /** Shows VS Code's list of versions of the service. */
    pickVersion: { input: nothing },
    /** Shows VS Code's list of connections. */
    pickConnection: { input: nothing },
    newConversation: { input: nothing },
    /** Gives the conversation a title of the user's; an empty one gives it back that of its first exchange. */
    rename: { input: object({ title: text(MAX_TITLE) }) },
    /** Shows VS Code's list of the conversations on this machine. */
    openConversation: { input: nothing },
    /** Shows VS Code's dialog to choose files. */
    pickAttachments: { input: nothing },
    /** Attaches files that were dropped, by their addresses. */
    attachUris: { input: object({ uris: list(text(8192), MAX_ATTACHMENTS) }) },
    /** Attaches content that has no address, such as a pasted picture; in base64. */
    attachData: {
      input: object({ name: text(512), mimeType: text(128), data: text(MAX_PASTED_BASE64) }),
    },
    /** Takes an attachment of the next message away; what is under way ends. */
    detach: { input: object({ id: text(64) }) },
    /** Tries an attachment again that failed or has expired. */
    retryAttachment: { input: object({ id: text(64) }) },
    /**
     * The content of an attachment of the next message, to be shown: answers `AttachmentData`,
     * and fails where it is not held here.
     */
    attachmentData: { input: object({ id: text(64) }) },
    copy: { input: object({ text: message }) },
    /** Opens a web address from an answer, after VS Code's own question. */
    openLink: { input: object({ href: text(8192) }) },
    /** Opens a text in an untitled editor. */
    openInEditor: { input: object({ text: message, language: nullable(text(64)) }) },
    /** Shows VS Code's list of everything that can be done with a turn. */
    turnMenu: { input: object({ turn: turnId }) },
    ...settingsCalls,
    ...modeCalls,
    ...editingCalls,
    ...toolCalls,
    ...inspectCalls,
    ...tokenCalls,
    ...promptCalls,
    ...codeCalls,
    ...editorCalls,
    ...mediaCalls,
  },
} as const satisfies Protocol;

export type PlaygroundProtocol = typeof playgroundProtocol;

/** A model as the playground needs it: its defaults and ranges. */
export interface ModelInfo {
  readonly name: string;
  readonly displayName: string;
  readonly inputTokenLimit?: number;
  readonly outputTokenLimit?: number;
  readonly temperature?: number;
  readonly maxTemperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly thinking: boolean;
  /** `supportedGenerationMethods`; absent where the service has not described it. */
  readonly methods?: readonly string[];
}

/** Something that goes with the next message. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** In bytes; absent where it is not known. */
  readonly size?: number;
  /** `inline` goes in the request itself, `file` is a file of the service. */
  readonly kind: 'inline' | 'file';
  /** It can be sent when it is `ready`. */
  readonly state: 'reading' | 'sending' | 'processing' | 'ready' | 'failed' | 'expired';
  /** 0 to 1, while it is sent. */
  readonly part?: number;
  /** Why it failed, or what it waits for; a sentence. */
  readonly message?: string;
  /** Whether `attachmentData` gives its content. */
  readonly hasData: boolean;
}

/** Content to be shown, in base64. */
export interface AttachmentData {
  readonly mimeType: string;
  readonly data: string;
}

/** What came of counting: a number, or why there is none. */
export type TokenCount = { readonly total: number } | { readonly reason: string };

export interface ConnectionInfo {
  readonly name: string;
  /** Host and port, or the emulator's state. */
  readonly detail: string;
  readonly emulator: boolean;
}

/** The answer's request failed and is sent again after a while. */
export interface Waiting {
  /** Why, as a sentence. */
  readonly reason: string;
  /** Number of the attempt that comes next, and of all that the settings allow. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Seconds that the service asked to wait; absent where the delay is ours. */
  readonly askedSeconds?: number;
  /** Milliseconds from when this was sent; 0 while the next attempt is under way. */
  readonly remainingMs: number;
}

/** Everything the panel shows; sent whole. */
export interface PlaygroundState {
  readonly conversation: string;
  readonly title: string;
  /** Absent while no connection is configured. */
  readonly connection?: ConnectionInfo;
  /** Absent until one is chosen or the list has arrived. */
  readonly model?: ModelInfo;
  readonly version: Version;
  readonly mode: PlaygroundMode;
  /** All modes, and why some can't be used with this model and version. */
  readonly modes: readonly ModeInfo[];
  /** Who says the next message, in the legacy mode with authors. */
  readonly author?: string;
  /** The next message is one text to be turned into a vector, and not one per line. */
  readonly oneText?: boolean;
  readonly settings: PlaygroundSettings;
  /** Whether new conversations begin with these settings, or with others; absent where with none. */
  readonly kept?: 'these' | 'others';
  /** Paths of fields in `settings` that this version or model does not take, and that are not sent. */
  readonly unsent: readonly string[];
  /** Those of them that the model does not take. */
  readonly refused?: readonly string[];
  /** Values of the variables of its messages. */
  readonly variables: { readonly [name: string]: string };
  /** Name of the prompt file that it belongs to. */
  readonly promptFile?: string;
  /** When the tokens of the next message are counted. */
  readonly tokenMeter: 'live' | 'manual' | 'off';
  readonly turns: readonly Turn[];
  /** What was done with the turns last, as a sentence; it can be taken back, or made again. */
  readonly undo?: { readonly undo?: string; readonly redo?: string };
  /** What goes with the next message. */
  readonly attachments: readonly Attachment[];
  /** Id of the turn that streams now. */
  readonly streaming?: string;
  /** Of the turn that streams, until something of its answer is there. */
  readonly waiting?: Waiting;
  /** Nothing of it has arrived for 10 seconds. */
  readonly isStalled?: boolean;
  /** Shown above the composer: what keeps this panel from working, such as a conversation file that can't be read. */
  readonly notice?: Failure;
}

/** Where the focus goes: the composer, the last message, the settings, which open, or the title, to be changed. */
export type FocusTarget = 'composer' | 'lastMessage' | 'settings' | 'title';

export type PlaygroundEvent =
  | { readonly name: 'state'; readonly state: PlaygroundState }
  /** How far the attachments of the next message are; nothing else changed. */
  | { readonly name: 'attachments'; readonly attachments: readonly Attachment[] }
  /** Text that arrived since the last one; at most one per 16 ms frame. */
  | { readonly name: 'delta'; readonly delta: PartsDelta }
  /** Lets the user change the text of a turn, or write a message of that role before or after it. */
  | {
      readonly name: 'edit';
      readonly turn: string;
      readonly place: 'here' | 'before' | 'after';
      readonly role: Turn['role'];
    }
  | { readonly name: 'focus'; readonly target: FocusTarget }
  /** Puts a text behind what stands in the composer, and moves the focus there. */
  | { readonly name: 'add'; readonly text: string }
  /** Asks for the call `getCode` with what stands in the composer: only the page has that. */
  | { readonly name: 'getCode' }
  /** Puts a text into the composer, in place of what stands there, and moves the focus there. */
  | { readonly name: 'compose'; readonly text: string }
  /** Asks for the call `savePrompt` with what stands in the composer: only the page has that. */
  | { readonly name: 'savePrompt' };

/**
 * Pieces of the turn that streams, in order. `text` joins the last text of the same kind (answer or
 * thought) or begins one. Everything else arrives with the `state` event at the end.
 */
export interface PartsDelta {
  readonly turn: string;
  readonly pieces: readonly { readonly text: string; readonly thought: boolean }[];
}
