import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { isPartFile, type PartFile } from '../../catalog/documentSchemas';
import { PART_SCHEME } from '../../catalog/ids';
import type { PartEditor } from '../../conversation/session/context';
import { unavailable } from '../../platform/textDocuments';
import type { Conversation, PlaygroundSettings } from '../../conversation/model/conversation';
import type { Session } from '../../conversation/session/session';
import { parsePartPath, partPath, partProblems, partText, withPart } from './partContent';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { ProblemMarks } from '../../platform/diagnostics';

interface Part {
  readonly uri: vscode.Uri;
  readonly conversation: string;
  readonly file: PartFile;
}

/** The open conversations, and those on disk. */
interface OpenConversations {
  readonly sessions: readonly { readonly session: Session }[];
  /** Undefined if missing or unreadable. */
  readonly read: (id: string) => Promise<Conversation | undefined>;
}

/** Last state of a document that VS Code was notified of. */
interface NotifiedState {
  readonly text: string;
  /** In ms since 1970. */
  readonly mtime: number;
}

/** A file system with parts of settings. Syncs saved files with settings in both directions. */
export class PartFiles implements Disposable {
  readonly #panels: OpenConversations;
  readonly #changed: Emitter<vscode.FileChangeEvent[]>;
  readonly #told = new Map<string, NotifiedState>();
  readonly #watched = new WeakSet<Session>();
  readonly #disposables = new DisposableStore();

  constructor(panels: OpenConversations, changed: Emitter<vscode.FileChangeEvent[]>) {
    this.#panels = panels;
    this.#changed = changed;
    const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      this.#told.delete(uri.toString());
    });
    this.#disposables.add(closed);
    this.#disposables.add(new PartMarks());
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // Otherwise VS Code would try to create the folder of a deleted conversation and hide the real error.
    if (/^\/\w*$/.test(uri.path)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const { text, mtime } = await this.#load(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async read(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#load(uri)).text);
  }

  /** Applies a saved document. Throws on invalid content; the editor keeps the text. */
  async write(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const part = partOf(uri);
    const session = this.#session(part);
    if (!session) {
      throw unavailable(
        l10n.t('The conversation isn’t open. Open it in a playground, then save again.'),
      );
    }
    try {
      const text = Buffer.from(content).toString('utf8');
      const settings = withPart(session.conversation.settings, part.file, text);
      // Set first so that the editor isn't notified of its own change.
      this.#tell(part, partText(settings, part.file));
      session.setSettings(settings);
    } catch (error) {
      throw unavailable(errorMessage(error));
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #load(uri: vscode.Uri): Promise<NotifiedState> {
    const part = partOf(uri);
    const session = this.#session(part);
    const conversation = session?.conversation ?? (await this.#panels.read(part.conversation));
    if (!conversation) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#tell(part, partText(conversation.settings, part.file));
  }

  #session({ conversation }: Part): Session | undefined {
    const session = this.#panels.sessions.find(
      (open) => open.session.conversation.id === conversation,
    )?.session;
    if (session && !this.#watched.has(session)) this.#watch(session);
    return session;
  }

  #watch(session: Session): void {
    let known: PlaygroundSettings | undefined = session.conversation.settings;
    this.#watched.add(session);
    session.onDidEmit(() => {
      const { id, settings } = session.conversation;
      if (settings === known) return;
      known = settings;
      for (const part of openParts(id)) {
        const { text } = this.#told.get(part.uri.toString()) ?? {};
        const now = partText(settings, part.file);
        if (text === now) continue;
        this.#tell(part, now);
        this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: part.uri }]);
      }
    });
  }

  #tell({ uri }: Part, text: string): NotifiedState {
    const key = uri.toString();
    const before = this.#told.get(key);
    if (before?.text === text) return before;
    const told = { text, mtime: Math.max(Date.now(), (before?.mtime ?? 0) + 1) };
    this.#told.set(key, told);
    return told;
  }
}

function findPart(uri: vscode.Uri): Part | undefined {
  if (uri.scheme !== PART_SCHEME) return undefined;
  const { conversation, name = '' } = parsePartPath(uri.path) ?? {};
  if (conversation === undefined || !isPartFile(name)) return undefined;
  return { uri, conversation, file: name };
}

function partOf(uri: vscode.Uri): Part {
  const part = findPart(uri);
  if (!part) throw vscode.FileSystemError.FileNotFound(uri);
  return part;
}

function openParts(conversation: string): readonly Part[] {
  const parts = vscode.workspace.textDocuments.flatMap(({ uri }) => findPart(uri) ?? []);
  return parts.filter((part) => part.conversation === conversation);
}

/** Debounce, in ms. */
const PAUSE_MS = 400;

class PartMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.part'));
  readonly #checking = this.#disposables.add(
    new Debouncer(systemClock, PAUSE_MS, () => {
      for (const document of vscode.workspace.textDocuments) this.#check(document);
    }),
  );

  constructor() {
    const { workspace } = vscode;
    const checkSoon = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === PART_SCHEME) this.#checking.trigger();
    };
    this.#disposables.add(workspace.onDidOpenTextDocument(checkSoon));
    this.#disposables.add(workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)));
    this.#disposables.add(workspace.onDidCloseTextDocument(({ uri }) => this.#marks.clear(uri)));
    this.#checking.trigger();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #check(document: vscode.TextDocument): void {
    const part = findPart(document.uri);
    if (part) this.#marks.set(document, partProblems(document.getText(), part.file));
  }
}

export class PartEditors implements Disposable {
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened, closed, changed }) => {
      const parts = [...opened, ...closed, ...changed].flatMap((tab) => partInTab(tab) ?? []);
      for (const id of new Set(parts.map(({ conversation }) => conversation))) {
        this.#changed.fire(id);
      }
    });
  }

  of(id: string): readonly PartEditor[] {
    return allTabs().flatMap((tab) => {
      const part = partInTab(tab);
      return part?.conversation === id ? [{ file: part.file, isDirty: tab.isDirty }] : [];
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

export async function showPart(conversation: string, file: PartFile): Promise<void> {
  const uri = vscode.Uri.from({ scheme: PART_SCHEME, path: partPath(conversation, file) });
  const open = allTabs().find((tab) => {
    const part = partInTab(tab);
    return part?.conversation === conversation && part.file === file;
  });
  const viewColumn = open?.group.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(uri, { preview: false, viewColumn });
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function partInTab({ input }: vscode.Tab): Part | undefined {
  return input instanceof vscode.TabInputText ? findPart(input.uri) : undefined;
}
