import * as l10n from '@vscode/l10n';
import type { Version } from '../../api/versions';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { FileTarget } from '../../base/fileTarget';
import type { Conversation, KeptAttachment, Reference } from '../model/conversation';
import {
  type Loading,
  loadReference,
  loadServiceFile,
  loadUserFile,
  pastedAttachment,
} from '../attachments/loadAttachment';
import {
  type Attachment,
  type AttachmentData,
  MAX_ATTACHMENTS,
  MAX_PASTED,
} from '../model/protocol';
import type { SessionServices } from './context';
import type { ConversationDocument } from './conversationDocument';
import { newId } from '../store/conversationFile';
import { type AttachedParts, withAttachments } from '../store/transcript';
import { remainingBytes } from '../request/conversationRequest';
import type { RequestTarget } from '../request/resolveTarget';
import { requestBody } from '../request/requestBody';
import {
  attachedParts,
  AttachmentEntry,
  droppedItem,
  type DroppedItem,
  EXPIRES_SOON,
  newAttachment,
  withoutKnown,
  type FileMove,
  moveSource,
} from '../attachments/attachmentEntry';

interface AttachmentsDeps extends Pick<
  SessionServices,
  'uploads' | 'workspaceFiles' | 'clients' | 'clock' | 'log'
> {
  readonly connection: () => string | undefined;
  /** Returns the bytes available in the next request. */
  readonly room: () => number;
  readonly onDidChange: () => void;
  /** Called when only the display changes. */
  readonly onDidProgress: () => void;
}

export class Attachments implements Disposable {
  readonly #parts: AttachmentsDeps;
  readonly #expiry = new DisposableSlot<Disposable>();
  readonly #closing = new AbortController();
  #entries: AttachmentEntry[];

  constructor(kept: readonly KeptAttachment[], parts: AttachmentsDeps) {
    this.#parts = parts;
    this.#entries = kept.map((attachment) => new AttachmentEntry(attachment));
    this.#watchExpiry();
  }

  get shown(): readonly Attachment[] {
    const { clock, connection } = this.#parts;
    return this.#entries.map((entry) => entry.shown(connection(), clock.now()));
  }

  get kept(): readonly KeptAttachment[] {
    return this.#entries.map(({ kept }) => kept);
  }

  async pick(): Promise<void> {
    this.#attach((await this.#parts.uploads.pick()).map((target) => ({ kind: 'user', target })));
  }

  /**
   * Attaches lines of a `text/uri-list`. Throws `AppError` with the names of files that can't be
   * attached.
   */
  attachUris(lines: readonly string[]): void {
    const addresses = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const items = addresses.map((address) => ({ address, item: droppedItem(address) }));
    this.#attach(items.flatMap(({ item }) => item ?? []));
    const refused = items.find(({ item }) => !item);
    if (!refused) return;
    throw new AppError(
      'notAttachable',
      l10n.t(
        'Couldn’t attach {0} because it isn’t a file.',
        plainText(refused.address).slice(0, 200),
      ),
    );
  }

  /** Attaches text of the workspace that is read again when it is sent. */
  attachReference(target: FileTarget, reference: Reference): void {
    this.#attach([{ kind: 'user', target, reference }]);
  }

  get hasReferences(): boolean {
    return this.#entries.some(({ kept }) => kept.reference);
  }

  /** Reads references again, before they are sent. One that can’t be read fails, so that `parts` throws. */
  async refresh(): Promise<void> {
    const { workspaceFiles, onDidChange } = this.#parts;
    const { signal } = this.#closing;
    const stale = this.#entries.filter(({ kept, work }) => kept.reference && kept.part && !work);
    if (stale.length === 0) return;
    for (const entry of stale) {
      entry.weight = 0;
      entry.failure = undefined;
      try {
        const reserve = (bytes: number): boolean => this.#reserve(entry, bytes);
        entry.kept = await loadReference(entry.kept, workspaceFiles, signal, reserve);
      } catch (error) {
        signal.throwIfAborted();
        entry.fail(error);
      }
    }
    onDidChange();
  }

  attachFile(file: string, connection?: string): void {
    this.#attach([{ kind: 'service', file, ...(connection !== undefined && { connection }) }]);
  }

  /** Attaches base64 content without a URI. Throws `AppError` if the content can't be sent. */
  attachData(pasted: {
    readonly name: string;
    readonly mimeType: string;
    readonly data: string;
  }): void {
    this.#requireRoomFor(1);
    const kept = pastedAttachment(newId(), pasted, this.#room);
    this.#entries.push(new AttachmentEntry(kept));
    this.#parts.onDidChange();
  }

  /** Updates the URIs of moved files without an event. Returns whether any was moved. */
  followFiles(moves: readonly FileMove[]): boolean {
    let isMoved = false;
    for (const entry of this.#entries) {
      const { source } = entry.kept;
      const moved = source && moveSource(source, moves);
      if (!moved || moved === source) continue;
      entry.kept = { ...entry.kept, source: moved };
      isMoved = true;
    }
    return isMoved;
  }

  detach(id: string): void {
    const entry = this.#entries.find(({ kept }) => kept.id === id);
    if (!entry) return;
    this.#entries = this.#entries.filter((other) => other !== entry);
    entry.work?.controller.abort(new CancelledError());
    this.#parts.onDidChange();
  }

  retry(id: string): void {
    const entry = this.#require(id);
    const { state } = entry.shown(this.#parts.connection(), this.#parts.clock.now());
    if (state === 'failed' || state === 'expired') this.#load(entry);
  }

  /** Returns the content of an attachment. Throws `AppError` if it isn't available locally. */
  async data(id: string, signal?: AbortSignal): Promise<AttachmentData> {
    const { uploads } = this.#parts;
    const { kept } = this.#require(id);
    const { inlineData } = kept.part ?? {};
    if (inlineData) return { mimeType: kept.mimeType, data: inlineData.data ?? '' };
    if (!kept.source) {
      throw new AppError('notHeld', l10n.t('The content of “{0}” isn’t available.', kept.name));
    }
    const bytes = await (await uploads.inspect(kept.source)).readAll(MAX_PASTED, signal);
    return { mimeType: kept.mimeType, data: Buffer.from(bytes).toString('base64') };
  }

  /** The parts to send. Throws `AppError` while any attachment isn't ready. */
  get parts(): AttachedParts {
    const bad = this.shown.find(({ state }) => state === 'failed' || state === 'expired');
    if (bad) {
      throw new AppError(
        'attachmentFailed',
        l10n.t('“{0}” can’t be sent: {1}', bad.name, bad.message ?? ''),
        { hint: l10n.t('Retry or remove it.') },
      );
    }
    const early = this.shown.find(({ state }) => state !== 'ready');
    if (early) {
      throw new AppError('attachmentNotReady', l10n.t('“{0}” isn’t ready yet.', early.name), {
        hint: l10n.t('Wait until it’s ready, or remove it.'),
      });
    }
    return attachedParts(this.kept);
  }

  /** Clears the list without an event; sent attachments belong to the conversation. */
  clear(): void {
    this.#entries = [];
    this.#watchExpiry();
  }

  /** Stops watching. Uploads continue as jobs of the window. */
  dispose(): void {
    this.#closing.abort(new CancelledError());
    this.#expiry.dispose();
  }

  #attach(items: readonly DroppedItem[]): void {
    const fresh = withoutKnown(items, this.kept);
    this.#requireRoomFor(fresh.length);
    for (const item of fresh) {
      const entry = new AttachmentEntry(newAttachment(item, this.#parts.connection()));
      this.#entries.push(entry);
      this.#load(entry);
    }
  }

  #load(entry: AttachmentEntry): void {
    const controller = new AbortController();
    entry.work = { controller, state: 'reading' };
    entry.failure = undefined;
    entry.weight = 0;
    this.#parts.onDidChange();
    void this.#run(entry, controller);
  }

  async #run(entry: AttachmentEntry, controller: AbortController): Promise<void> {
    const { log, onDidChange, onDidProgress } = this.#parts;
    const { signal } = controller;
    const isOver = (): boolean => signal.aborted || this.#closing.signal.aborted;
    const tell = (): void => {
      if (!isOver()) onDidProgress();
    };
    const loading: Loading = {
      ...this.#parts,
      signal,
      closing: AbortSignal.any([signal, this.#closing.signal]),
      reserve: (bytes) => this.#reserve(entry, bytes),
      onFound: (found) => {
        entry.kept = { ...entry.kept, ...found };
        if (!isOver()) onDidChange();
      },
      onState: (state) => {
        entry.onState(state);
        tell();
      },
    };
    try {
      const load = entry.kept.source ? loadUserFile : loadServiceFile;
      const loaded = await load(entry.kept, loading);
      if (isOver()) return;
      entry.kept = loaded;
    } catch (error) {
      if (isOver()) return;
      entry.weight = 0;
      entry.fail(error);
      log.warn(`playground: couldn’t attach a file: ${errorMessage(error)}`);
    }
    entry.work = undefined;
    this.#watchExpiry();
    onDidChange();
  }

  #reserve(entry: AttachmentEntry, bytes: number): boolean {
    if (bytes > this.#room) return false;
    entry.weight = bytes;
    return true;
  }

  get #room(): number {
    const taken = this.#entries.reduce((sum, { weight }) => sum + weight, 0);
    return Math.max(0, this.#parts.room() - taken);
  }

  #require(id: string): AttachmentEntry {
    const found = this.#entries.find(({ kept }) => kept.id === id);
    if (!found) throw new AppError('noAttachment', l10n.t('This attachment no longer exists.'));
    return found;
  }

  #requireRoomFor(count: number): void {
    if (this.#entries.length + count <= MAX_ATTACHMENTS) return;
    throw new AppError(
      'tooMany',
      l10n.t(
        'A message can have up to {0} attachments. None of the new ones were attached.',
        MAX_ATTACHMENTS,
      ),
    );
  }

  #watchExpiry(): void {
    const { clock, onDidProgress } = this.#parts;
    const now = clock.now();
    const next = Math.min(
      ...this.kept
        .map(({ expiresAt = 0 }) => expiresAt - EXPIRES_SOON)
        .filter((time) => time > now),
    );
    this.#expiry.value = Number.isFinite(next)
      ? clock.schedule(next - now, () => {
          this.#watchExpiry();
          onDidProgress();
        })
      : undefined;
  }
}

/**
 * Returns the attachments of a conversation's next message. Changes are saved with a short delay.
 */
export function documentAttachments(
  document: ConversationDocument,
  services: SessionServices,
  target: () => RequestTarget,
  { onDidChange, onDidProgress }: Pick<AttachmentsDeps, 'onDidChange' | 'onDidProgress'>,
): Attachments {
  const room = rememberedRoom();
  const attachments: Attachments = new Attachments(document.head.attachments ?? [], {
    ...services,
    onDidProgress,
    connection: () => target().connection,
    room: () => room(document.head, target().version),
    onDidChange: () => {
      document.update((head) => withAttachments(head, attachments.kept));
      onDidChange();
    },
  });
  return attachments;
}

/**
 * Caches the result, because measuring a long conversation is slow and many files may be attached
 * at once.
 */
function rememberedRoom(): (conversation: Conversation, version: Version) => number {
  let measured: readonly unknown[] = [];
  let room = 0;
  return (conversation, version) => {
    const { turns, settings, model } = conversation;
    const now = [turns, settings, model, version];
    if (now.some((value, index) => value !== measured[index])) {
      measured = now;
      room = remainingBytes(requestBody(conversation, version));
    }
    return room;
  };
}
