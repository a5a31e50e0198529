import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import { operationRow } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, errorMessage } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import type { OpenSheet, SheetAction } from '../../platform/sheet';
import type { Calls } from '../../service/calls';
import { filteredCall, listCall, pageOf } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import { revokeAll } from './revokeAll';
import {
  type Access,
  accessCsv,
  type AccessEntry,
  accesses,
  type AccessState,
  auditSheet,
  permissionRef,
} from './auditSheet';
import { changeRoles } from './changeRole';
import { collections, permissionsOf, redrawRow, resourceIn } from './permissions';

export const auditAccess: ResourceHandler = async (context) => {
  const shared = collections(context);
  const title = context.services.connections.active?.name ?? '';
  await new AccessAudit(context, title, shared).read();
};

const PARALLEL = 4;

class AccessAudit {
  readonly #context: ResourcesContext;
  readonly #collections: readonly ResourceRef[];
  readonly #closed = new AbortController();
  readonly #sheet: OpenSheet;
  #state: AccessState;

  constructor(context: ResourcesContext, title: string, collections: readonly ResourceRef[]) {
    this.#context = context;
    this.#collections = collections;
    this.#state = {
      title,
      phase: 'reading',
      entries: [],
      read: 0,
      unlisted: [],
      isEveryoneOnly: false,
      kept: new Map(),
    };
    this.#sheet = context.sheets.open(
      'access',
      auditSheet(this.#state),
      (action) => this.#act(action),
      () => this.#closed.abort(new CancelledError()),
    );
  }

  /** Reads all permissions again. Throws if no list could be read, or if canceled. */
  async read(): Promise<void> {
    const { activity } = this.#context;
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
        const label = l10n.t(kindRow(collection.kind).title.message);
        const unlisted = [...this.#state.unlisted, { label, reason: errorMessage(error) }];
        this.#change({ unlisted });
      }
    }
    if (failures.length === this.#collections.length) throw failures[0];
    await mapConcurrent(PARALLEL, this.#state.entries, async ({ ref }) => {
      throwIfAborted(signal);
      this.#put(await this.#readOne(ref, signal));
      this.#change({ read: this.#state.read + 1 });
      task.report({ done: this.#state.read, total: this.#state.entries.length });
    });
  }

  async #list(collection: ResourceRef, task: Task, signal: AbortSignal): Promise<void> {
    const { services } = this.#context;
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
    const { store } = this.#context.services;
    const collection = permissionsOf(ref);
    if (!collection) return { ref };
    try {
      store.invalidate(collection);
      const { items } = await store.loadAll(collection, { signal });
      redrawRow(store, ref);
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
    this.#change({ entries });
  }

  /** Updates permissions after a change; undefined removes a permission. */
  #changePermissions(change: (permission: JsonObject) => JsonObject | undefined): void {
    const entries = this.#state.entries.map((entry) => ({
      ...entry,
      permissions: entry.permissions.map(change).filter((one) => one !== undefined),
    }));
    this.#change({ entries });
  }

  async #act({ action, rows }: SheetAction): Promise<void> {
    const context = this.#context;
    const all = { ...this.#state, isEveryoneOnly: false };
    const wanted = new Set(rows);
    const chosen = accesses(all).filter(({ permission }) => wanted.has(textAt(permission, 'name')));
    switch (action) {
      case 'filter':
        this.#change({ isEveryoneOnly: !this.#state.isEveryoneOnly });
        break;
      case 'csv':
        await context.system.copy(accessCsv(this.#state));
        context.tell(copiedText(accesses(this.#state).length));
        break;
      case 'again':
        await this.read();
        break;
      case 'open': {
        const entry = chosen[0]?.entry ?? all.entries.find(({ ref }) => wanted.has(ref.name));
        if (entry) await context.openDocument(entry.ref);
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
    const changed = await changeRoles(this.#context, chosen.map(permissionRef));
    this.#changePermissions((permission) => {
      const role = changed.get(textAt(permission, 'name'));
      return role === undefined ? permission : { ...permission, role };
    });
  }

  async #revoke(chosen: readonly Access[]): Promise<void> {
    const revoked = chosen.length > 0 ? await revokeAll(this.#context, chosen) : undefined;
    if (!revoked) return;
    const { kept, gone } = revoked;
    this.#change({ kept });
    this.#changePermissions((one) => (gone.has(textAt(one, 'name')) ? undefined : one));
  }

  #change(change: Partial<AccessState>): void {
    this.#state = { ...this.#state, ...change };
    this.#sheet.update(auditSheet(this.#state));
  }
}

function copiedText(count: number): string {
  return count === 1 ? l10n.t('Copied 1 permission') : l10n.t('Copied {0} permissions', count);
}

// Without these filters, lists omit resources shared with everyone, even the user's.
const FILTERS = ['owner:me', 'writers:me'];

/**
 * Lists all shareable resources of a collection without duplicates or caching. Reports the number
 * after each page.
 */
async function listShared(
  calls: Calls,
  collection: ResourceRef,
  onFound: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const filter = operationRow(listCall(collection, undefined).id).query?.filter;
  const found = new Map<string, JsonObject>();
  for (const wanted of filter ? [undefined, ...FILTERS] : [undefined]) {
    let token: string | undefined;
    do {
      throwIfAborted(signal);
      const call = listCall(collection, token);
      // Unfiltered calls use the same API version as filtered calls.
      const part = filter && filteredCall(collection, call, { filter: wanted ?? '' });
      const input = wanted === undefined ? call.input : (part?.input ?? call.input);
      const page = pageOf(
        await calls.call(part?.place ?? collection, call.id, input, { signal }),
        call,
        token,
      );
      for (const item of page.items) found.set(textAt(item, 'name'), item);
      onFound(found.size);
      token = page.nextPageToken;
    } while (token !== undefined);
  }
  return [...found.values()];
}
