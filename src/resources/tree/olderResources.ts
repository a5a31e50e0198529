import { operationRow } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { type Disposable } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { isObject, items } from '../../base/json';
import { kindOperations, topCollection } from '../../catalog/kindOperations';
import { childKinds, isKindId, type KindId, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import type { Store } from '../../service/store';
import { listCall } from '../../service/tableCalls';

interface KnownState {
  /** Whether the user chose to show legacy resources, even if empty. */
  readonly asked?: boolean;
  readonly holds?: readonly KindId[];
  /** In ms since 1970. */
  readonly lookedAt?: number;
}

interface OlderDeps {
  readonly store: Pick<Store, 'peek' | 'listFilter'>;
  readonly calls: Calls;
  readonly kept: { get(key: string): unknown; update(key: string, value: unknown): unknown };
  readonly clock: Pick<Clock, 'now'>;
}

const KEY = 'resources.older';

/** Maximum number of connections. The latest are saved. */
const MAX_CONNECTIONS = 50;

/** How long a check is valid, in ms. */
const CACHE_MS = 7 * 24 * 3_600_000;

/** In ms. The check runs in the background. */
const TIMEOUT = 10_000;

/**
 * Decides which legacy roots appear under Legacy Resources: deprecated kinds without content. The emulator
 * shows all roots as usual.
 */
export class OlderResources implements Disposable {
  readonly #deps: OlderDeps;
  // Kinds shown at the top stay there in this window, so that rows don't move under the pointer.
  readonly #home = new Map<string, Set<KindId>>();
  readonly #looked = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(deps: OlderDeps) {
    this.#deps = deps;
  }

  isAtHome({ connection, kind }: ResourceRef): boolean {
    const isOlder = kindRow(kind).older === true && connection !== EMULATOR_ID;
    return !isOlder || this.#homeOf(connection).has(kind);
  }

  /** Returns a list's legacy resources. Empty if the list has no other resources. */
  part({ connection, kind }: ResourceRef, all: readonly JsonObject[]): ReadonlySet<JsonObject> {
    const { older } = kindRow(kind);
    if (older === undefined || older === true || connection === EMULATOR_ID) return new Set();
    const moved = all.filter((one) => older.has(one));
    return new Set(moved.length < all.length ? moved : []);
  }

  isAskedFor(connection: string): boolean {
    return this.#read(connection).asked ?? false;
  }

  /** Sets whether to show a connection's legacy resources even if empty. */
  ask(connection: string, asked: boolean): void {
    this.#write(connection, { asked });
    this.#changed.fire();
  }

  note(collection: ResourceRef): void {
    const { connection, kind, name } = collection;
    const isRoot = name === '' && kindRow(kind).older === true && connection !== EMULATOR_ID;
    const list = isRoot ? this.#deps.store.peek(collection) : undefined;
    if (!list) return;
    const before = this.#read(connection).holds ?? [];
    if (list.items.length > 0) {
      this.#homeOf(connection).add(kind);
      if (!before.includes(kind)) this.#write(connection, { holds: [...before, kind] });
    } else if (before.includes(kind) && this.#deps.store.listFilter(collection) === undefined) {
      this.#write(connection, { holds: before.filter((one) => one !== kind) });
    }
  }

  /** Drops the check's result on a manual refresh. */
  forget(connection: string): void {
    this.#looked.delete(connection);
    if (this.#read(connection).lookedAt !== undefined) {
      this.#write(connection, { lookedAt: undefined });
    }
  }

  /**
   * Checks once whether legacy roots have content, with a one-item list call each. Skips roots that are
   * visible or for which the connection has no credential. Fails silently.
   */
  async look(connection: Connection): Promise<void> {
    const { id } = connection;
    const { lookedAt = -Infinity, asked } = this.#read(id);
    const now = this.#deps.clock.now();
    if (id === EMULATOR_ID || asked || this.#looked.has(id)) return;
    this.#looked.add(id);
    if (now - lookedAt < CACHE_MS) return;
    this.#write(id, { lookedAt: now });
    const found = await Promise.all(
      childKinds().map(async (kind) => {
        const root = kindRow(kind).older === true ? topCollection(kind, connection) : undefined;
        const isOpen = !root || this.isAtHome(root) || this.#deps.store.peek(root);
        return !isOpen && canSign(kind, connection) && (await this.#hasAny(root)) ? [kind] : [];
      }),
    );
    const kinds = found.flat();
    if (kinds.length === 0) return;
    for (const kind of kinds) this.#homeOf(id).add(kind);
    this.#write(id, { holds: [...new Set([...(this.#read(id).holds ?? []), ...kinds])] });
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Never rejects. */
  async #hasAny(root: ResourceRef): Promise<boolean> {
    const { id, input, items: field } = listCall(root, undefined);
    try {
      const options = { maxAttempts: 1, timeoutMs: TIMEOUT };
      const answer = await this.#deps.calls.call(root, id, { ...input, pageSize: 1 }, options);
      return items(answer[field]).some(isObject);
    } catch {
      return false;
    }
  }

  #homeOf(connection: string): Set<KindId> {
    const known = this.#home.get(connection) ?? new Set(this.#read(connection).holds);
    this.#home.set(connection, known);
    return known;
  }

  #read(connection: string): KnownState {
    return this.#all().get(connection) ?? {};
  }

  #all(): Map<string, KnownState> {
    return new Map(readKnown(this.#deps.kept.get(KEY)));
  }

  #write(
    connection: string,
    change: { readonly [N in keyof KnownState]: KnownState[N] | undefined },
  ): void {
    const all = this.#all();
    const { asked, holds, lookedAt } = { ...all.get(connection), ...change };
    all.delete(connection);
    all.set(connection, {
      ...(asked && { asked }),
      ...(holds && holds.length > 0 && { holds }),
      ...(lookedAt !== undefined && { lookedAt }),
    });
    const kept = [...all].slice(-MAX_CONNECTIONS);
    void this.#deps.kept.update(KEY, kept);
  }
}

function canSign(kind: KindId, { auth }: Connection): boolean {
  const { list } = kindOperations(kind);
  return list !== undefined && !(auth === 'apiKey' && operationRow(list).credential === 'oauth');
}

function readKnown(kept: unknown): readonly (readonly [string, KnownState])[] {
  return items(kept).flatMap((one): readonly (readonly [string, KnownState])[] => {
    const [id, known] = items(one);
    if (typeof id !== 'string' || !isObject(known)) return [];
    const { asked, holds, lookedAt } = known;
    return [
      [
        id,
        {
          ...(asked === true && { asked }),
          holds: items(holds).filter(isKindId),
          ...(typeof lookedAt === 'number' && { lookedAt }),
        },
      ],
    ];
  });
}
