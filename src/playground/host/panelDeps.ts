import type { ConnectionTarget, ResourceRef } from '../../catalog/ref';
import type { Prompts } from '../../platform/prompts';
import type { Connections } from '../../service/connection';
import type { ChoiceIcon, EditorPlace } from '../../conversation/model/calls';
import type { Conversation, Turn } from '../../conversation/model/conversation';
import type { PartFile } from '../../conversation/model/settings';
import type { Choices } from './choices';
import type { SessionAccess } from '../../conversation/session/context';
import type { Pickers } from './pickers';
import type { Session } from '../../conversation/session/session';

export interface SavedPrompt {
  /** The message that is being written. */
  readonly text: string;
  /** Into the file that the conversation belongs to, where there is one. */
  readonly over: boolean;
  /** Id of the message with which the prompt ends; absent means all of it. */
  readonly upTo?: string;
}

/** A file that was made of an answer. */
export interface AnswerFile {
  /** With its ending; safe on every file system. */
  readonly name: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/** What a panel does with text editors of the user. Each throws `AppError` where there is none. */
export interface IntoEditor {
  /** Puts a text in place of what is selected there, and shows it. */
  readonly insert: (text: string) => Promise<void>;
  /** Shows what is selected there, or all of it where nothing is, beside a text. */
  readonly compare: (text: string) => Promise<void>;
  /** Shows a place of a document, selected: where it is open already, else beside the panel. */
  readonly reveal: (place: EditorPlace) => Promise<void>;
}

/** What a panel does to the world around it. */
export interface PanelActions {
  addApiKey(): Promise<void>;
  /** Without a target, to what the window uses. */
  signIn(target: ConnectionTarget | undefined): Promise<void>;
  diagnose(target: ConnectionTarget | undefined): Promise<void>;
  /** Records from now on what this window asks and has no recording of. */
  recordMissing(): Promise<void>;
  /** Lets the user choose whether this window records or replays. */
  recordWindow(): Promise<void>;
  /** Lets the user choose a conversation, and shows it in a panel of its own. */
  openConversation(): Promise<void>;
  /** Shows a new conversation in a panel of its own; it is kept on disk. */
  openNew(conversation: Conversation): Promise<void>;
  /** Shows copies of a conversation in a comparison of its model with another one. */
  openCompared(conversation: Conversation): Promise<void>;
  /** Shows a part of a conversation's settings as JSON in an editor, beside the panel where it is not open yet. */
  editPart(conversation: string, file: PartFile): Promise<void>;
  /** Opens a text for reading, in a tab with this title; JSON by its ending. */
  showText(title: string, text: string): Promise<void>;
  /**
   * Saves a conversation as a prompt file, with the message that stands in the composer: `over` the file that it
   * belongs to, else where the user wants.
   */
  savePrompt(session: SessionAccess, wanted: SavedPrompt): Promise<void>;
  /** Adds a test that expects an answer like this one, by its id, to the prompt file of its conversation. */
  saveTestCase(session: SessionAccess, turn: string): Promise<void>;
  /** Shows a prompt file in an editor, by its address. */
  showPromptFile(uri: string): Promise<void>;
  /** What is done with the last text editor. */
  readonly editor: IntoEditor;
  /** Takes every secret that this window has used out of a text. */
  readonly redact: (text: string) => string;
  /** Opens a resource of the service as JSON. */
  openResource(ref: ResourceRef): Promise<void>;
  showLog(): void;
  copy(text: string): Promise<void>;
  /** Only ever called with an address of the web or a mail address. */
  openLink(address: string): Promise<void>;
  /** Opens a text in an untitled editor; null stands for plain text. */
  openInEditor(text: string, language: string | null): Promise<void>;
  /** Writes content of an answer where the user wants it. */
  saveFile(file: AnswerFile): Promise<void>;
  /** Opens content of an answer in VS Code's preview of its type. */
  openFile(file: AnswerFile): Promise<void>;
}

export interface PanelDeps {
  readonly session: Session;
  readonly pickers: Pickers;
  readonly actions: PanelActions;
  readonly prompts: Prompts;
  readonly connections: Connections;
  /** The page has loaded and listens. */
  readonly onReady: () => void;
}

/** Where that made another connection the window's, this conversation takes it too. */
export async function adoptingConnection(
  { session, connections }: PanelDeps,
  work: () => Promise<void>,
): Promise<void> {
  const before = connections.active?.id;
  await work();
  const after = connections.active?.id;
  if (after === undefined || after === session.target.connection) return;
  if (after !== before) session.setConnection(after);
}

/** Something that can be done with a turn, as a row of its menu. */
export type TurnAction = {
  readonly label: () => string;
  readonly icon: ChoiceIcon;
  /** Absent where it can be done with every turn. */
  readonly when?: (turn: Turn, deps: PanelDeps) => boolean;
} & (
  | { readonly run: (deps: PanelDeps, turn: Turn) => Promise<void> }
  /** What has to be chosen for it; nothing changes before. Throws `AppError` where it can't be done now. */
  | { readonly next: (deps: PanelDeps, turn: Turn) => Choices }
);
