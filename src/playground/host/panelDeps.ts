import { errorMessage } from '../../base/errors';
import type { ConnectionTarget, ResourceRef } from '../../catalog/ref';
import type { ChoiceIcon, EditorPlace } from '../../conversation/model/calls';
import type { Conversation, Turn } from '../../conversation/model/conversation';
import type { PartFile } from '../../catalog/documentSchemas';
import type { SessionAccess } from '../../conversation/session/context';
import type { Session } from '../../conversation/session/session';
import { isUnused } from '../../conversation/store/conversationStore';
import type { Prompts } from '../../platform/prompts';
import type { Connections } from '../../service/connection';
import type { Choices } from './choices';
import type { Pickers } from './pickers';

export interface SavedPrompt {
  readonly text: string;
  readonly over: boolean;
  /** ID of the last message of the prompt. Default: all messages. */
  readonly upTo?: string;
}

export interface AnswerFile {
  /** Includes the extension. Valid on every file system. */
  readonly name: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/** Actions on the user's text editors. Each method throws `AppError` if there is no editor. */
export interface IntoEditor {
  readonly insert: (text: string) => Promise<void>;
  /** Diffs the selection, or the full document if nothing is selected, with a text. */
  readonly compare: (text: string) => Promise<void>;
  /** Reveals and selects a range, in the open editor or next to the panel. */
  readonly reveal: (place: EditorPlace) => Promise<void>;
}

/** Code of a request in a language. */
export interface ShownCode {
  readonly name: string;
  readonly text: string;
  readonly language: { readonly id: string; readonly label: string };
  /** Asks for another language, and shows the code in it. */
  readonly change: () => Promise<void>;
}

export interface CodeView {
  /** ID of the language that was last shown in any window. */
  readonly language: string | undefined;
  show(code: ShownCode): Promise<void>;
}

export interface PanelActions {
  addApiKey(): Promise<void>;
  /** Uses the window's connection if there is no target. */
  signIn(target: ConnectionTarget | undefined): Promise<void>;
  diagnose(target: ConnectionTarget | undefined): Promise<void>;
  /** Records missing requests of this window from now on. */
  recordMissing(): Promise<void>;
  recordWindow(): Promise<void>;
  allowMore(): Promise<void>;
  openConversation(): Promise<void>;
  openNew(conversation: Conversation): Promise<void>;
  openCompared(conversation: Conversation): Promise<void>;
  /** Opens a part of the settings as JSON, next to the panel unless already open. */
  editPart(conversation: string, file: PartFile): Promise<void>;
  showText(title: string, text: string): Promise<void>;
  /** Saves a conversation and the unsent message as a prompt file. `over` overwrites the linked file. */
  savePrompt(session: SessionAccess, wanted: SavedPrompt): Promise<void>;
  saveTestCase(session: SessionAccess, turn: string): Promise<void>;
  managePresets(session: Session): Promise<void>;
  /** Asks for a file, and shows a table with the decisions of its rows. */
  decideRows(session: Session): Promise<void>;
  showPromptFile(uri: string): Promise<void>;
  readonly editor: IntoEditor;
  readonly code: CodeView;
  /** Removes every secret that this window has used from a text. */
  readonly redact: (text: string) => string;
  openResource(ref: ResourceRef): Promise<void>;
  showLog(): void;
  copy(text: string): Promise<void>;
  /** Only called with http, https, and mailto URLs. */
  openLink(address: string): Promise<void>;
  openInEditor(text: string, language: string | null): Promise<void>;
  openDiagram(source: string): Promise<void>;
  saveFile(file: AnswerFile): Promise<void>;
  openFile(file: AnswerFile): Promise<void>;
}

export interface PanelDeps {
  readonly session: Session;
  readonly pickers: Pickers;
  readonly actions: PanelActions;
  readonly prompts: Prompts;
  readonly connections: Connections;
  readonly onReady: () => void;
}

/** Runs an action. If the window's connection changes, the conversation switches too. */
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

export type TurnAction = {
  readonly label: () => string;
  readonly icon: ChoiceIcon;
  /** Default: available for every turn. */
  readonly when?: (turn: Turn, deps: PanelDeps) => boolean;
} & (
  | { readonly run: (deps: PanelDeps, turn: Turn) => Promise<void> }
  /** Returns the choices of a submenu. Throws `AppError` if the action isn't possible now. */
  | { readonly next: (deps: PanelDeps, turn: Turn) => Choices }
);

/** A conversation in a tab of this window: a playground or a comparison column. */
export interface OpenSession {
  readonly session: Session;
  readonly isColumn: boolean;
  reveal(): void;
  /** Closes the tab; resolves when everything is saved. */
  close(): Promise<void>;
}

/** Reports the conversation immediately and on each change, until the returned function is called. */
export function watchConversation(
  session: Pick<Session, 'conversation' | 'onDidEmit'>,
  tell: (conversation: string) => void,
): () => void {
  let { id } = session.conversation;
  const tellAgain = (): void => {
    tell(id);
    if (session.conversation.id === id) return;
    ({ id } = session.conversation);
    tell(id);
  };
  session.onDidEmit(() => {
    if (session.conversation.id !== id) tellAgain();
  });
  tell(id);
  return tellAgain;
}

/**
 * Closes a session after its tab was closed, and removes the file of an unused conversation.
 * Resolves to whether everything is saved.
 */
export async function endSession(session: Session): Promise<boolean> {
  const isSaved = await session.close();
  // Don't read the file of a used conversation, which may be large.
  if (!isSaved || !isUnused(session.conversation)) return isSaved;
  const { conversations, log } = session.services;
  try {
    await conversations.removeUnused(session.conversation.id);
  } catch (error) {
    log.warn(`playground: couldn’t delete an unused conversation: ${errorMessage(error)}`);
  }
  return true;
}
