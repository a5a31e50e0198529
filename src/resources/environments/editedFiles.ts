import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import type { Clock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import { textAt } from '../../base/json';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import {
  bytesSource,
  type EnvironmentEntry,
  findEntry,
  openEntry,
  pathIn,
  updateEntryRows,
  writeEntry,
} from '../../service/environmentFiles';
import type { Services } from '../../service/services';

/** Maximum size of a file opened in an editor, in bytes. */
export const MAX_OPEN_BYTES = 50_000_000;

export interface EditedFilesDeps {
  readonly services: Pick<Services, 'calls' | 'clients' | 'store'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface SaveChoice {
  readonly isByHand: boolean;
  compare(theirs: Uint8Array): Promise<void>;
}

export class EditedFiles {
  readonly #deps: EditedFilesDeps;
  readonly states = new EntryStates();

  constructor(deps: EditedFilesDeps) {
    this.#deps = deps;
  }

  /** Throws the list call's errors, and HTTP 404 if the file doesn't exist. */
  async find(ref: ResourceRef): Promise<EnvironmentEntry> {
    return await findEntry(this.#deps.services.calls, ref);
  }

  /** Reads a file. Throws `AppError` (`tooLarge`) if an editor can't show the file. */
  async read(ref: ResourceRef): Promise<Uint8Array> {
    const entry = await this.find(ref);
    const bytes = await this.#bytes(entry);
    this.states.show(refKey(ref), entry);
    return bytes;
  }

  /**
   * Saves a file. Prompts if the file changed since the last read. Throws if not saved.
   * @returns `reload` if the user discarded the edits
   */
  async write(ref: ResourceRef, content: Uint8Array, way: SaveChoice): Promise<'saved' | 'reload'> {
    const { services } = this.#deps;
    const key = refKey(ref);
    const base = this.states.get(key);
    const theirs = await this.#there(ref);
    if (base && theirs && isChanged(base, theirs)) {
      const choice = await this.#settle(theirs, way);
      if (choice === 'reload') {
        this.states.pretend(key, content.length);
        return 'reload';
      }
    }
    const mark = services.store.mark([ref], 'saving');
    try {
      const client = await services.clients.get(ref.connection);
      const source = bytesSource(content);
      const mimeType = theirs?.mimeType ?? '';
      const told = await writeEntry(client, ref, { source, mimeType, isReplacing: true }, {});
      const modified = Date.parse(textAt(told, 'modified')) || this.#deps.clock.now();
      this.states.show(key, { modified, size: content.length });
    } finally {
      mark.dispose();
    }
    updateEntryRows(ref, services.store);
    return 'saved';
  }

  /** Undefined if the file was deleted, in which case a save creates it. */
  async #there(ref: ResourceRef): Promise<EnvironmentEntry | undefined> {
    try {
      const entry = await this.find(ref);
      return entry.isFolder ? undefined : entry;
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 404) return undefined;
      throw error;
    }
  }

  async #bytes({ ref, path, size, isFolder }: EnvironmentEntry): Promise<Uint8Array> {
    const { services, clock } = this.#deps;
    const name = plainText(path);
    if (isFolder) throw new AppError('notReadable', l10n.t('{0} is a folder.', name));
    const tooLarge = (): AppError =>
      new AppError('tooLarge', l10n.t('{0} is larger than {1}.', name, shownSize(MAX_OPEN_BYTES)));
    if (size > MAX_OPEN_BYTES) throw tooLarge();
    const client = await services.clients.get(ref.connection);
    const pieces: Uint8Array[] = [];
    let count = 0;
    for await (const piece of await openEntry(client, ref, { clock })) {
      count += piece.length;
      if (count > MAX_OPEN_BYTES) throw tooLarge();
      // Copies the bytes, because the transport may reuse its buffer.
      pieces.push(Uint8Array.from(piece));
    }
    return Buffer.concat(pieces);
  }

  /** Prompts for the version to keep. Throws if the editor stays unsaved, so no changes are lost. */
  async #settle(theirs: EnvironmentEntry, way: SaveChoice): Promise<'overwrite' | 'reload'> {
    const { prompts } = this.#deps;
    const message = l10n.t(
      '“{0}” was changed on the server since you opened it, for example by the agent.',
      plainText(pathIn(theirs.ref)),
    );
    const unsaved = (hint: string): AppError => new AppError('conflict', message, { hint });
    if (!way.isByHand) throw unsaved(l10n.t('Save manually to resolve the conflict.'));
    const [doCompare, overwrite, reload] = [
      l10n.t('Compare'),
      l10n.t('Overwrite'),
      l10n.t('Reload'),
    ] as const;
    const detail = l10n.t(
      'Overwrite replaces the file with your version. Reload discards your changes.',
    );
    const choice = await prompts.confirm(message, {
      detail,
      actions: [doCompare, overwrite, reload],
    });
    if (choice === overwrite) return 'overwrite';
    if (choice === reload) return 'reload';
    if (choice === doCompare) await way.compare(await this.#bytes(theirs));
    throw unsaved(
      l10n.t('Your changes are still in the editor. Save again to resolve the conflict.'),
    );
  }
}

interface EntryState {
  readonly modified: number;
  readonly size: number;
  /** Values reported to VS Code, in ms since 1970 and bytes. The editor reads again if they change. */
  readonly mtime: number;
  readonly shownSize: number;
}

class EntryStates {
  readonly #states = new Map<string, EntryState>();

  get(key: string): EntryState | undefined {
    return this.#states.get(key);
  }

  keys(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Saves a read or written state and returns the values for VS Code. */
  show(key: string, { modified, size }: Pick<EnvironmentEntry, 'modified' | 'size'>): EntryState {
    const before = this.#states.get(key);
    const isSame = before?.modified === modified && before.size === size;
    const mtime = isSame ? before.mtime : Math.max(modified, (before?.mtime ?? 0) + 1);
    const state = { modified, size, mtime, shownSize: size };
    this.#states.set(key, state);
    return state;
  }

  /** Sets the size that VS Code expects until the next read. */
  pretend(key: string, shownSize: number): void {
    const before = this.#states.get(key);
    if (before) this.#states.set(key, { ...before, shownSize, mtime: before.mtime + 1 });
  }

  forget(key: string): void {
    this.#states.delete(key);
  }
}

/** Whether another writer, such as the agent, has changed a file. */
export function isChanged(
  state: Pick<EntryState, 'modified' | 'size'>,
  now: Pick<EnvironmentEntry, 'modified' | 'size'>,
): boolean {
  return state.modified !== now.modified || state.size !== now.size;
}
