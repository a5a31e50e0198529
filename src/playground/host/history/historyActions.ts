import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import { type Conversation, MAX_TITLE } from '../../../conversation/model/conversation';
import {
  conversationFileName,
  formatConversation,
  newId,
  parseConversation,
} from '../../../conversation/store/conversationFile';
import {
  type ConversationEntry,
  type ConversationIndex,
  conversationsOf,
} from '../../../conversation/store/conversationIndex';
import type {
  ConversationStore,
  LoadedConversation,
} from '../../../conversation/store/conversationStore';
import type { Activity } from '../../../platform/activity';
import type { FileStore } from '../../../platform/files';
import type { LocalFiles } from '../../../platform/localFiles';
import type { Log } from '../../../platform/log';
import type { Prompts } from '../../../platform/prompts';
import type { Report } from '../../../platform/report';

export interface OpenConversation {
  readonly conversation: Conversation;
  readonly isColumn: boolean;
  rename(title: string): void;
  close(): Promise<void>;
}

export interface HistoryContext {
  readonly index: ConversationIndex;
  readonly files: FileStore;
  readonly store: ConversationStore;
  readonly findOpen: (id: string) => OpenConversation | undefined;
  readonly prompts: Prompts;
  readonly activity: Activity;
  readonly localFiles: LocalFiles;
  readonly lastFolder: LastFolder;
  readonly report: Report;
  readonly clock: Clock;
}

/** Reads a conversation from disk. Throws `AppError` if missing or unreadable. */
async function loadSaved(
  { store }: Pick<HistoryContext, 'store'>,
  id: string,
): Promise<Extract<LoadedConversation, { kind: 'found' }>> {
  const loaded = await store.load(id);
  if (loaded.kind === 'found') return loaded;
  if (loaded.kind === 'absent') {
    throw new AppError('gone', l10n.t('This conversation no longer exists.'));
  }
  throw new AppError('damaged', l10n.t('The file of this conversation is damaged.'), {
    hint: l10n.t('It was saved under another name. See the log for details.'),
  });
}

/** Returns the current state of a conversation, from its panel if open. Throws like `loadSaved`. */
export async function loadConversation(
  context: Pick<HistoryContext, 'store' | 'findOpen'>,
  id: string,
): Promise<Conversation> {
  return context.findOpen(id)?.conversation ?? (await loadSaved(context, id)).conversation;
}

type RenamedConversation = Pick<ConversationEntry, 'id' | 'title'> & {
  readonly columns?: readonly Pick<ConversationEntry, 'id'>[];
};

export async function renameConversation(
  context: HistoryContext,
  { id, title, columns = [{ id }] }: RenamedConversation,
): Promise<void> {
  const { prompts } = context;
  const typed = await prompts.input({
    title: l10n.t('Rename Conversation'),
    prompt: l10n.t('Enter a new name for the conversation.'),
    value: title,
    validate: (name) => (name.trim() === '' ? l10n.t('Enter a name.') : tooLong(name)),
  });
  const name = typed?.trim();
  if (!name || name === title) return;
  for (const one of columns) {
    const open = context.findOpen(one.id);
    if (open) open.rename(name);
    else await renameSaved(context, one.id, name);
  }
}

function tooLong(name: string): string | undefined {
  return name.length > MAX_TITLE ? l10n.t('Enter up to {0} characters.', MAX_TITLE) : undefined;
}

/** Keeps the modification time: no message was added. */
async function renameSaved(context: HistoryContext, id: string, title: string): Promise<void> {
  const found = await loadSaved(context, id);
  const failures: unknown[] = [];
  const writer = context.store.writer(
    {
      onForked: () => undefined,
      onFailed: (error) => failures.push(error),
      onWritten: () => undefined,
    },
    found,
  );
  writer.save(() => ({ ...found.conversation, title, named: true }));
  await writer.flush();
  if (failures.length > 0) throw failures[0];
}

/** Deletes conversations without confirmation, because undo is possible. Closes their panels. */
export async function deleteConversations(
  context: HistoryContext,
  entries: readonly ConversationEntry[],
  onChanged: () => void,
): Promise<void> {
  const { activity, report } = context;
  const [only, second] = entries;
  if (!only) return;
  const deleted: string[] = [];
  const all = entries.flatMap(conversationsOf);
  const undo = async (): Promise<void> => {
    for (const name of deleted) await restoreDeleted(context.files, name);
    onChanged();
  };
  const title = second
    ? l10n.t('Deleting {0} conversations', entries.length)
    : l10n.t('Deleting “{0}”', only.title);
  const done = (): string => {
    if (!second) return l10n.t('Deleted “{0}”', only.title);
    // A comparison counts as one item, like its row.
    const gone = new Set(all.slice(0, deleted.length));
    const count = entries.filter((row) => conversationsOf(row).some((one) => gone.has(one))).length;
    return count === 1
      ? l10n.t('Deleted 1 conversation')
      : l10n.t('Deleted {0} conversations', count);
  };
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new CancelledError());
  const entry = await activity.track({ title, cancel });
  try {
    for (const { id } of all) {
      controller.signal.throwIfAborted();
      await context.findOpen(id)?.close();
      deleted.push(await moveToTrash(context.files, id, context.clock.now()));
      entry.report({ done: deleted.length, total: all.length });
    }
    entry.end({ title: done(), actions: [{ kind: 'undo', run: undo }] });
  } catch (error) {
    if (CancelledError.is(error)) entry.end('cancelled');
    else entry.fail(errorMessage(error), []);
    throw error;
  } finally {
    onChanged();
    // Not awaited: resolves only when the user responds. Undo also covers files deleted before a failure.
    if (deleted.length > 0)
      void offerUndo(context, done(), undo).catch((error: unknown) => report('playground', error));
  }
}

async function offerUndo(
  { prompts }: HistoryContext,
  text: string,
  undo: () => Promise<void>,
): Promise<void> {
  const action = l10n.t('Undo');
  if ((await prompts.notify('info', text, action)) === action) await undo();
}

/** Retention of deleted conversations, in days and ms. */
const KEPT_DAYS = 30;
const KEPT = KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Contains the deletion time in ms since 1970. */
const DELETED_NAME = /^(.+)\.deleted-(\d+)\.json$/;

/**
 * Renames a conversation file to its trash name and returns that name. `now` in ms since 1970.
 * @throws if the file can't be renamed
 */
export async function moveToTrash(files: FileStore, id: string, now: number): Promise<string> {
  const name = `${id}.deleted-${now}.json`;
  await files.rename(conversationFileName(id), name);
  return name;
}

/** Restores a file from trash, with a new ID if the old one is taken. Does nothing if already restored. */
async function restoreDeleted(files: FileStore, name: string): Promise<void> {
  const id = DELETED_NAME.exec(name)?.[1];
  if (id === undefined || (await files.stamp(name)) === undefined) return;
  const target = conversationFileName(id);
  if ((await files.stamp(target)) === undefined) {
    await files.rename(name, target);
    return;
  }
  const copy = { ...parseConversation((await files.read(name)) ?? ''), id: newId() };
  await files.write(conversationFileName(copy.id), formatConversation(copy));
  await files.remove(name);
}

/** Deletes expired trash. `now` in ms since 1970. */
export async function deleteExpired(files: FileStore, now: number): Promise<void> {
  for (const name of await files.list()) {
    const at = DELETED_NAME.exec(name)?.[2];
    if (at !== undefined && now - Number(at) > KEPT) await files.remove(name);
  }
}

const FOLDER_FILE = 'exportFolder.txt';

/** URI of the last folder used for export or import, as plain text. */
export class LastFolder {
  readonly #files: FileStore;
  readonly #log: Log;

  constructor(files: FileStore, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  async load(): Promise<string | undefined> {
    return (await this.#files.read(FOLDER_FILE).catch(this.#warn))?.trim();
  }

  async save(file: string): Promise<void> {
    const folder = file.replace(/\/[^/]*$/, '');
    await this.#files.write(FOLDER_FILE, `${folder}\n`).catch(this.#warn);
  }

  readonly #warn = (error: unknown): undefined => {
    this.#log.warn(`playground: ${FOLDER_FILE}: ${errorMessage(error)}`);
  };
}
