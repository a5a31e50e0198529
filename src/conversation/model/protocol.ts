import type { ModelUse } from '../../api/modelPack';
import { REQUEST_BYTES } from '../../api/schema/fieldLimits';
import type { Version } from '../../api/versions';
import { call, type CallOutput, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import {
  flag,
  list,
  nullable,
  object,
  oneOf,
  type ShapeType,
  text,
  trustedShape,
} from '../../webview/shape';
import {
  choiceCalls,
  codeCalls,
  draftCalls,
  draftShape,
  editingCalls,
  editorCalls,
  editorPiece,
  inspectCalls,
  interactionCalls,
  mediaCalls,
  message,
  modeCalls,
  promptCalls,
  referenceCalls,
  stepEvent,
  tokenCalls,
  turnId,
} from './calls';
import {
  type Failure,
  FIXES,
  MAX_PROMPT,
  MAX_TITLE,
  type PlaygroundMode,
  type PlaygroundSettings,
  type Reference,
  type Turn,
} from './conversation';
import type { BranchInfo, StorageInfo, StorageTimes } from './interaction';
import { type OpenPart, settingsCalls, toolCalls, type ToolCallStates } from './settings';

export const MAX_ATTACHMENTS = 100;

/** Maximum bytes of pasted content and of inline request data. */
export const MAX_PASTED = REQUEST_BYTES;
const MAX_PASTED_BASE64 = Math.ceil(MAX_PASTED / 3) * 4;

/** Validates only the fields that the view relies on. */
const attachments = list(
  trustedShape<Attachment>(object({ id: text(64), name: text(), hasData: flag })),
  MAX_ATTACHMENTS,
);

/**
 * Validates only critical fields, because snapshots are frequent and can contain thousands of
 * turns.
 */
const snapshot = trustedShape<PlaygroundState>(
  object({
    conversation: text(64),
    title: text(),
    turns: list(trustedShape<Turn>(object({ id: turnId, role: oneOf('user', 'model') })), Infinity),
    attachments,
  }),
);

/**
 * New parts of the streaming turn. `text` appends to the last text of its kind (response or
 * thought). Interactions send merged `events`. The final `state` event has the rest.
 */
const delta = object(
  {
    turn: turnId,
    pieces: list(object({ text: message, thought: flag }), Infinity),
  },
  { events: list(stepEvent, Infinity) },
);
export type PartsDelta = ShapeType<typeof delta>;

const playgroundEvents = {
  state: object({ state: snapshot }),
  attachments: object({ attachments }),
  /** New text, at most once per 16 ms frame. */
  delta: object({ delta }),
  /** Starts editing a turn, or a new message of that role before or after it. */
  edit: object({
    turn: turnId,
    place: oneOf('here', 'before', 'after'),
    role: oneOf('user', 'model'),
  }),
  /** Moves the focus. `settings` opens the settings, `title` starts renaming. */
  focus: object({ target: oneOf('composer', 'lastMessage', 'settings', 'title') }),
  turn: object({ turn: turnId }),
  add: object({ pieces: list(editorPiece, Infinity) }),
  /** Requests a `getCode` call, because only the page has the composer's text. */
  getCode: object({}),
  compose: object({ text: message }),
  /** The saved draft of the conversation, or an empty one. Sent when the page has loaded. */
  draft: object({ draft: draftShape }),
  /** Requests a `savePrompt` call, because only the page has the composer's text. */
  savePrompt: object({}),
  /** Requests a `managePresets` call, because only the page has the settings being edited. */
  managePresets: object({}),
} satisfies Protocol['events'];

/** Calls of the webview. They return nothing unless documented; state arrives as events. */
export const playgroundProtocol = {
  calls: {
    /** First call after load: the host replies with a `state` event. */
    ready: call(),
    /**
     * Sends a user turn, optionally in the background. Fails if the turn can't be sent; the
     * composer keeps its text.
     */
    send: call(object({ text: message }, { background: flag })),
    stop: call(),
    /** Runs a fix button of a turn; `turn` is empty for buttons of the notice. */
    fix: call(object({ turn: turnId, fix: oneOf(...FIXES) })),
    regenerate: call(),
    pickModel: call(),
    pickConnection: call(),
    leaveCache: call(),
    newConversation: call(),
    /** Sets the title; an empty title restores the automatic one. */
    rename: call(object({ title: text(MAX_TITLE) })),
    openConversation: call(),
    pickAttachments: call(),
    attachUris: call(object({ uris: list(text(8192), MAX_ATTACHMENTS) })),
    /** Attaches base64 content that has no URI, such as a pasted image. */
    attachData: call(
      object({ name: text(512), mimeType: text(128), data: text(MAX_PASTED_BASE64) }),
    ),
    /** Removes an attachment of the next message and cancels its upload. */
    detach: call(object({ id: text(64) })),
    retryAttachment: call(object({ id: text(64) })),
    /**
     * Returns the content of an attachment in base64. Fails if the content isn't available locally.
     */
    attachmentData: call(object({ id: text(64) }), object({ mimeType: text(), data: message })),
    copy: call(object({ text: message })),
    /** Opens a URL from a response after VS Code's confirmation. */
    openLink: call(object({ href: text(8192) })),
    openInEditor: call(object({ text: message, language: nullable(text(64)) })),
    /** Opens Mermaid source as a diagram, if the panel `drawsDiagrams`. */
    openDiagram: call(object({ text: message })),
    ...settingsCalls,
    ...modeCalls,
    ...editingCalls,
    ...toolCalls,
    ...inspectCalls,
    ...tokenCalls,
    ...promptCalls,
    ...codeCalls,
    ...referenceCalls,
    ...draftCalls,
    ...editorCalls,
    ...mediaCalls,
    ...choiceCalls,
    ...interactionCalls,
  },
  events: playgroundEvents,
} satisfies Protocol;

export type PlaygroundProtocol = typeof playgroundProtocol;
export type PlaygroundEvent = ProtocolEvent<PlaygroundProtocol>;
export type FocusTarget = Extract<PlaygroundEvent, { readonly name: 'focus' }>['target'];
export type AttachmentData = CallOutput<PlaygroundProtocol, 'attachmentData'>;
export type TokenCount = CallOutput<PlaygroundProtocol, 'countTokens'>;

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
  /** `supportedGenerationMethods`; absent if the API hasn't described the model. */
  readonly methods?: readonly string[];
  /** Documented purpose; absent for unknown models. */
  readonly use?: ModelUse;
  /** Supported thinking levels and the default; absent if unknown. */
  readonly levels?: readonly string[];
  readonly level?: string;
  /** Minimum and maximum thinking tokens; absent if unknown. */
  readonly budget?: readonly number[];
  readonly ignoresSampling?: true;
  /** Whether the API rejects penalties and multiple candidates. */
  readonly refusesDecodingOptions?: true;
}

export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Size in bytes; absent if unknown. */
  readonly size?: number;
  /** `inline` is part of the request, `file` is a file on the server. */
  readonly kind: 'inline' | 'file';
  /** Set for text of the workspace that is read again when it is sent. */
  readonly reference?: Reference['kind'];
  readonly state: 'reading' | 'sending' | 'processing' | 'ready' | 'failed' | 'expired';
  /** Upload progress, 0 to 1. */
  readonly part?: number;
  /** Error or pending step, as a sentence. */
  readonly message?: string;
  readonly hasData: boolean;
}

export interface ConnectionInfo {
  readonly name: string;
  readonly detail: string;
  readonly emulator: boolean;
}

/** A delay before a failed request is retried. */
export interface Waiting {
  readonly reason: string;
  /** Number of the next attempt and the configured maximum. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Delay in seconds requested by the API; absent if the delay is our own. */
  readonly askedSeconds?: number;
  /** Time in ms from sending this state; 0 during the attempt. */
  readonly remainingMs: number;
}

export interface ShownCache {
  readonly label: string;
  readonly facts: readonly string[];
  readonly problem?: string;
}

export interface SearchedStore {
  readonly name: string;
  readonly title: string;
}

/** The panel's complete state, always sent in full. */
export interface PlaygroundState {
  readonly conversation: string;
  readonly title: string;
  /** Absent if no connection is configured. */
  readonly connection?: ConnectionInfo;
  /** Absent until a model is selected or the list is loaded. */
  readonly model?: ModelInfo;
  readonly version: Version;
  readonly mode: PlaygroundMode;
  readonly modes: readonly ModeInfo[];
  readonly author?: string;
  /** Whether to embed the next message as one text instead of line by line. */
  readonly oneText?: boolean;
  readonly settings: PlaygroundSettings;
  /** Display name of the corpus or document; absent if unknown. */
  readonly sourceTitle?: string;
  readonly stores?: readonly SearchedStore[];
  /**
   * Whether new conversations start with these or other saved settings; absent if none are saved.
   */
  readonly kept?: 'these' | 'others';
  readonly openParts: readonly OpenPart[];
  /** Paths of settings that the version or model doesn't support; not sent. */
  readonly unsent: readonly string[];
  /** The unsent paths that the model doesn't support. */
  readonly refused?: readonly string[];
  /** The unsent paths that the model doesn't support with functions or tools. */
  readonly apart?: readonly string[];
  readonly variables: { readonly [name: string]: string };
  readonly promptFile?: string;
  readonly tokenMeter: 'live' | 'manual' | 'off';
  /** Whether VS Code’s Markdown preview draws Mermaid diagrams. */
  readonly drawsDiagrams?: true;
  readonly turns: readonly Turn[];
  /** Storage policy, for modes that can store interactions. */
  readonly keeping?: StorageInfo;
  readonly keptUntil?: { readonly [turn: string]: StorageTimes };
  /** The conversation's tree; absent without branches. */
  readonly branches?: readonly BranchInfo[];
  readonly prices?: TurnPrices;
  /** Absent before the first response. */
  readonly spending?: Spending;
  readonly cache?: ShownCache;
  /** Sentences for the changes that can be undone and redone. */
  readonly undo?: { readonly undo?: string; readonly redo?: string };
  readonly attachments: readonly Attachment[];
  readonly streaming?: string;
  /** Pending calls of the last response, if VS Code tools can run any. */
  readonly toolCalls?: ToolCallStates;
  readonly waiting?: Waiting;
  /** Whether nothing has arrived for 10 seconds. */
  readonly isStalled?: boolean;
  /** Error above the composer that disables the panel, such as an unreadable conversation file. */
  readonly notice?: Failure;
}

export interface TurnPrice {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  /** Includes thoughts. */
  readonly output: number;
  readonly saved: number;
  /** Date of the last check if the prices may have changed since, such as `2026-11-22`. */
  readonly outdated?: string;
}

export interface TurnPrices {
  /** Date when the prices were checked, such as `2026-11-22`. */
  readonly asOf: string;
  readonly estimates: { readonly [turn: string]: TurnPrice };
}

/** Tokens and estimated price of all responses of a conversation, including its branches. */
export interface Spending {
  readonly tokens: number;
  /** In US dollars. Absent if no price is known. */
  readonly price?: number;
  /** Number of responses whose price is unknown. */
  readonly unknown: number;
  /** Date of the last check of the prices, such as `2026-11-22`. */
  readonly asOf: string;
  readonly isOutdated: boolean;
}

export interface ModeInfo {
  readonly id: PlaygroundMode;
  /** Why the mode isn't available for the model and version; absent if it is. */
  readonly reason?: string;
}

export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 4;

/** Channel for the comparison as a whole; each column has its own channel. */
export const COMPARE_CHANNEL = 'compare';

/** Calls for all columns. Calls for one column use the playground protocol on its channel. */
export const compareProtocol = {
  calls: {
    /** First call after load: the host replies with a `columns` event. */
    ready: call(),
    /**
     * Sends a message in all columns with the first column's attachments. Sends nothing if any
     * column can't.
     */
    sendAll: call(object({ text: text(MAX_PROMPT) })),
    stopAll: call(),
    /** Adds a copy of the last column and lets the user select its model. */
    addColumn: call(),
    /** Removes a column; its conversation is retained. */
    removeColumn: call(object({ column: text(64) })),
    compareAnswers: call(),
  },
  events: {
    columns: object({ columns: list(text(64), MAX_COLUMNS) }),
  },
} satisfies Protocol;

export type CompareProtocol = typeof compareProtocol;
export type CompareEvent = ProtocolEvent<CompareProtocol>;
