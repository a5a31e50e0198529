import type { ModelUse } from '../../api/modelPack';
import { REQUEST_BYTES } from '../../api/schema/fieldLimits';
import type { Version } from '../../api/versions';
import { call, type CallOutput, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import {
  asTold,
  flag,
  list,
  nullable,
  object,
  oneOf,
  type Shaped,
  text,
} from '../../webview/shape';
import {
  type Failure,
  FIXES,
  MAX_TITLE,
  type PlaygroundMode,
  type PlaygroundSettings,
  type Turn,
} from './conversation';
import {
  choiceCalls,
  codeCalls,
  editingCalls,
  editorCalls,
  editorPiece,
  inspectCalls,
  interactionCalls,
  mediaCalls,
  message,
  modeCalls,
  promptCalls,
  stepEvent,
  tokenCalls,
  turnId,
} from './calls';
import type { BranchInfo, KeepingInfo, KeptUntil } from './interaction';
import type { ModeInfo } from './modes';
import { type OpenPart, settingsCalls } from './settings';
import { toolCalls } from './tools';
import type { TurnPrices } from './turns';

/** Attachments of one message. */
export const MAX_ATTACHMENTS = 100;

/** Bytes of what is attached without an address, and of what is sent inside of a request. */
export const MAX_PASTED = REQUEST_BYTES;
/** Its length in base64. */
const MAX_PASTED_BASE64 = Math.ceil(MAX_PASTED / 3) * 4;

/** Of the next message, as far as what shows them relies on it. */
const attachments = list(
  asTold<Attachment>(object({ id: text(64), name: text(), hasData: flag })),
  MAX_ATTACHMENTS,
);

/** Snapshots come often and may have thousands of turns: what all else hangs on is checked. */
const snapshot = asTold<PlaygroundState>(
  object({
    conversation: text(64),
    title: text(),
    turns: list(asTold<Turn>(object({ id: turnId, role: oneOf('user', 'model') })), Infinity),
    attachments,
  }),
);

/**
 * Pieces of the turn that streams, in order. `text` joins the last text of the same kind (answer or
 * thought) or begins one. An interaction comes as `events` instead: those of its steps as the service sent them, in
 * order, with neighbours that append to the same text in one. Everything else arrives with the `state` event at the end.
 */
const delta = object(
  {
    turn: turnId,
    pieces: list(object({ text: message, thought: flag }), Infinity),
  },
  { events: list(stepEvent, Infinity) },
);
export type PartsDelta = Shaped<typeof delta>;

/** What the host tells the webview. */
const playgroundEvents = {
  state: object({ state: snapshot }),
  /** How far the attachments of the next message are; nothing else changed. */
  attachments: object({ attachments }),
  /** Text that arrived since the last one; at most one per 16 ms frame. */
  delta: object({ delta }),
  /** Lets the user change the text of a turn, or write a message of that role before or after it. */
  edit: object({
    turn: turnId,
    place: oneOf('here', 'before', 'after'),
    role: oneOf('user', 'model'),
  }),
  /** Where the focus goes: the composer, the last message, the settings, which open, or the title, to be changed. */
  focus: object({ target: oneOf('composer', 'lastMessage', 'settings', 'title') }),
  /** Brings the reader to the beginning of a turn, and the focus to it. */
  turn: object({ turn: turnId }),
  /** Puts pieces of editors into the next message, and moves the focus to the composer. */
  add: object({ pieces: list(editorPiece, Infinity) }),
  /** Asks for the call `getCode` with what stands in the composer: only the page has that. */
  getCode: object({}),
  /** Puts a text into the composer, in place of what stands there, and moves the focus there. */
  compose: object({ text: message }),
  /** Asks for the call `savePrompt` with what stands in the composer: only the page has that. */
  savePrompt: object({}),
} satisfies Protocol['events'];

/** Calls of the webview. Each answers nothing unless it says otherwise; state comes as events. */
export const playgroundProtocol = {
  calls: {
    /** First call after load: the host answers with a `state` event. */
    ready: call(),
    /**
     * Sends a user turn; where it is to be answered in the background, the panel need not stay open. Fails, with the
     * text kept in the composer, when it can't be sent at all.
     */
    send: call(object({ text: message }, { background: flag })),
    stop: call(),
    /** Runs a button of a turn; `turn` is empty for a button of the notice. */
    fix: call(object({ turn: turnId, fix: oneOf(...FIXES) })),
    /** Drops the last answer and asks again. */
    regenerate: call(),
    /** Shows VS Code's list of models. */
    pickModel: call(),
    /** Shows VS Code's list of connections. */
    pickConnection: call(),
    /** Asks without the chosen cached content from now on. */
    leaveCache: call(),
    newConversation: call(),
    /** Gives the conversation a title of the user's; an empty one gives it back that of its first exchange. */
    rename: call(object({ title: text(MAX_TITLE) })),
    /** Shows VS Code's list of the conversations on this machine. */
    openConversation: call(),
    /** Shows VS Code's dialog to choose files. */
    pickAttachments: call(),
    /** Attaches files that were dropped, by their addresses. */
    attachUris: call(object({ uris: list(text(8192), MAX_ATTACHMENTS) })),
    /** Attaches content that has no address, such as a pasted picture; in base64. */
    attachData: call(
      object({ name: text(512), mimeType: text(128), data: text(MAX_PASTED_BASE64) }),
    ),
    /** Takes an attachment of the next message away; what is under way ends. */
    detach: call(object({ id: text(64) })),
    /** Tries an attachment again that failed or has expired. */
    retryAttachment: call(object({ id: text(64) })),
    /**
     * The content of an attachment of the next message, to be shown; in base64. Fails where it is not held
     * here.
     */
    attachmentData: call(object({ id: text(64) }), object({ mimeType: text(), data: message })),
    copy: call(object({ text: message })),
    /** Opens a web address from an answer, after VS Code's own question. */
    openLink: call(object({ href: text(8192) })),
    /** Opens a text in an untitled editor. */
    openInEditor: call(object({ text: message, language: nullable(text(64)) })),
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
    ...choiceCalls,
    ...interactionCalls,
  },
  events: playgroundEvents,
} satisfies Protocol;

export type PlaygroundProtocol = typeof playgroundProtocol;
export type PlaygroundEvent = ProtocolEvent<PlaygroundProtocol>;
export type FocusTarget = Extract<PlaygroundEvent, { readonly name: 'focus' }>['target'];
/** Content to be shown, in base64. */
export type AttachmentData = CallOutput<PlaygroundProtocol, 'attachmentData'>;
/** What came of counting: a number, or why there is none. */
export type TokenCount = CallOutput<PlaygroundProtocol, 'countTokens'>;

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
  /** What the documents say that it is for; absent where they know no such model. */
  readonly use?: ModelUse;
  /** Levels of thinking that it takes, and the one where nothing is said; absent where none is known. */
  readonly levels?: readonly string[];
  readonly level?: string;
  /** Least and most tokens to think with; absent where none is known. */
  readonly budget?: readonly number[];
  /** Temperature, top-p and top-k do nothing. */
  readonly ignoresSampling?: true;
  /** Penalties and more than one candidate are refused. */
  readonly refusesDecodingOptions?: true;
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

/** The cached content that requests begin with. */
export interface ShownCache {
  readonly label: string;
  /** What it holds, until when, and what it saves and costs; in a few words each. */
  readonly facts: readonly string[];
  /** Why it is not used, as a sentence. */
  readonly problem?: string;
}

/** A file search store that answers rest on. */
export interface SearchedStore {
  /** Of the resource. */
  readonly name: string;
  /** What it is called, or the end of its name where that is not known. */
  readonly title: string;
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
  /** What the corpus or the document is called that answers come from; absent where that is not known. */
  readonly sourceTitle?: string;
  /** The file search stores that the next message is answered with; absent where there are none. */
  readonly stores?: readonly SearchedStore[];
  /** Whether new conversations begin with these settings, or with others; absent where with none. */
  readonly kept?: 'these' | 'others';
  /** Parts of `settings` that are open in editors. */
  readonly openParts: readonly OpenPart[];
  /** Paths of fields in `settings` that this version or model does not take, and that are not sent. */
  readonly unsent: readonly string[];
  /** Those of them that the model does not take. */
  readonly refused?: readonly string[];
  /** Those that it does not take next to functions or tools. */
  readonly apart?: readonly string[];
  /** Values of the variables of its messages. */
  readonly variables: { readonly [name: string]: string };
  /** Name of the prompt file that it belongs to. */
  readonly promptFile?: string;
  /** When the tokens of the next message are counted. */
  readonly tokenMeter: 'live' | 'manual' | 'off';
  readonly turns: readonly Turn[];
  /** What the service keeps, in a mode where it can keep something. */
  readonly keeping?: KeepingInfo;
  /** Until when the service keeps answers, in milliseconds since 1970, for certain and at most; by the ids of turns. */
  readonly keptUntil?: { readonly [turn: string]: KeptUntil };
  /** The tree of the conversation, from its first turns on; absent where it has one way only. */
  readonly branches?: readonly BranchInfo[];
  /** What answers cost; absent where no price is known. */
  readonly prices?: TurnPrices;
  /** Absent where none is chosen. */
  readonly cache?: ShownCache;
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
