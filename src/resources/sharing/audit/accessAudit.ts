import { textAt } from '../../../base/json';
import { CancelledError, errorMessage } from '../../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../../base/async';
import { kindRow } from '../../../catalog/kinds';
import type { ResourceRef } from '../../../catalog/ref';
import type { Task } from '../../../platform/activity';
import type { OpenSheet, SheetAction } from '../../../platform/sheet';
import type { Room } from '../../room';
import { changeRole } from '../changeRole';
import { redraw } from '../redraw';
import { permissionsOf, resourceIn } from '../permissionKinds';
import { accessCsv } from './accessCsv';
import type { AccessEntry, AccessState } from './accessEntry';
import { accesses, auditSheet, type Access } from './auditSheet';
import { listShared } from './listShared';
import { permissionRef } from './permissionRef';
import { revokeAll } from './revokeAll';

/** Permission lists that are read at once. */
const PARALLEL = 4;

/** Reads who has access to what, and shows it on a sheet that can act on it. */
export class AccessAudit {
  readonly #room: Room;
  readonly #collections: readonly ResourceRef[];
  readonly #closed = new AbortController();
  readonly #sheet: OpenSheet;
  #state: AccessState;

  constructor(room: Room, title: string, collections: readonly ResourceRef[]) {
    this.#room = room;
    this.#collections = collections;
    this.#state = {
      ...{ title, phase: 'reading', entries: [], read: 0, unlisted: [] },
      ...{ isEveryoneOnly: false, kept: new Map() },
    };
    this.#sheet = room.sheets.open(
      'access',
      auditSheet(this.#state, room.l10n),
      (action) => this.#act(action),
      () => this.#closed.abort(new CancelledError()),
    );
  }

  /** Reads everything anew. Throws where nothing could be listed at all, and when it is cancelled. */
  async read(): Promise<void> {
    const { activity, l10n } = this.#room;
    this.#change({ phase: 'reading', entries: [], read: 0, unlisted: [], kept: new Map() });
    try {
      await activity.run(l10n.t('Auditing access'), async (task) => {
        await this.#readAll(task);
        task.conclude(l10n.t('Audited access'));
      });
      this.#change({ phase: 'read' });
    } catch (error) {
      this.#change({ phase: CancelledError.is(error) ? 'cancelled' : 'read' });
      throw error;
    }
  }

  async #readAll(task: Task): Promise<void> {
    const signal = AbortSignal.any([task.signal, this.#closed.signal]);
    const failures: unknown[] = [];
    for (const collection of this.#collections) {
      try {
        await this.#list(collection, task, signal);
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        failures.push(error);
        const label = this.#room.l10n.t(kindRow(collection.kind).title.message);
        const unlisted = [...this.#state.unlisted, { label, reason: errorMessage(error) }];
        this.#change({ unlisted });
      }
    }
    if (failures.length === this.#collections.length) throw failures[0];
    await mapConcurrent(PARALLEL, this.#state.entries, async ({ ref }) => {
      throwIfAborted(signal);
      this.#put(await this.#readOne(ref, signal));
      task.report({ done: this.#state.read, total: this.#state.entries.length });
    });
  }

  async #list(collection: ResourceRef, task: Task, signal: AbortSignal): Promise<void> {
    const { l10n, services } = this.#room;
    const { kind } = collection;
    const nouns = l10n.t(kindRow(kind).nouns.message);
    const onFound = (count: number): void => task.report({ text: l10n.t('{0} {1}', count, nouns) });
    const found = await listShared(services.calls, collection, onFound, signal);
    const entries = found.map((resource) => ({
      ref: resourceIn(collection, kind, textAt(resource, 'name')),
      label: kindRow(kind).label(resource),
      permissions: [],
    }));
    this.#change({ entries: [...this.#state.entries, ...entries] });
  }

  async #readOne(
    ref: ResourceRef,
    signal: AbortSignal,
  ): Promise<Partial<AccessEntry> & { ref: ResourceRef }> {
    const { store } = this.#room.services;
    const collection = permissionsOf(ref);
    if (!collection) return { ref };
    try {
      store.invalidate(collection);
      const { items } = await store.loadAll(collection, { signal });
      redraw(store, ref);
      return { ref, permissions: items };
    } catch (error) {
      if (CancelledError.is(error)) throw error;
      return { ref, failure: errorMessage(error) };
    }
  }

  #put(news: Partial<AccessEntry> & { readonly ref: ResourceRef }): void {
    const entries = this.#state.entries.map((entry) =>
      entry.ref.name === news.ref.name ? { ...entry, ...news } : entry,
    );
    this.#change({ entries, read: this.#state.read + 1 });
  }

  /** After something was done to permissions: what the store has of them now. */
  #sync(): void {
    const { store } = this.#room.services;
    const entries = this.#state.entries.map((entry) => {
      const collection = permissionsOf(entry.ref);
      const items = collection && store.peek(collection)?.items;
      return items ? { ...entry, permissions: items } : entry;
    });
    this.#change({ entries });
  }

  async #act({ action, rows }: SheetAction): Promise<void> {
    const room = this.#room;
    const all = { ...this.#state, isEveryoneOnly: false };
    const wanted = new Set(rows);
    const chosen = accesses(all).filter(({ permission }) => wanted.has(textAt(permission, 'name')));
    switch (action) {
      case 'filter':
        this.#change({ isEveryoneOnly: !this.#state.isEveryoneOnly });
        break;
      case 'csv':
        await room.system.copy(accessCsv(this.#state));
        room.tell(copiedText(accesses(this.#state).length, room));
        break;
      case 'again':
        await this.read();
        break;
      case 'open': {
        const entry = chosen[0]?.entry ?? all.entries.find(({ ref }) => wanted.has(ref.name));
        if (entry) await room.openDocument(entry.ref);
        break;
      }
      case 'changeRole':
        await this.#changeRole(chosen);
        break;
      case 'revoke':
        await this.#revoke(chosen);
        break;
    }
  }

  async #changeRole(chosen: readonly Access[]): Promise<void> {
    try {
      await changeRole(this.#room, chosen.map(permissionRef));
    } finally {
      this.#sync();
    }
  }

  async #revoke(chosen: readonly Access[]): Promise<void> {
    const kept = chosen.length > 0 ? await revokeAll(this.#room, chosen) : undefined;
    if (!kept) return;
    this.#change({ kept });
    this.#sync();
  }

  #change(change: Partial<AccessState>): void {
    this.#state = { ...this.#state, ...change };
    this.#sheet.update(auditSheet(this.#state, this.#room.l10n));
  }
}

function copiedText(count: number, { l10n }: Pick<Room, 'l10n'>): string {
  return count === 1 ? l10n.t('Copied 1 permission') : l10n.t('Copied {0} permissions', count);
}
