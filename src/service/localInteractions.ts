import { createHash } from 'node:crypto';
import { VERSIONS } from '../api/versions';
import type { Clock } from '../base/clock';
import { errorMessage } from '../base/errors';
import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { kindRow, NOTES } from '../catalog/kinds';
import { topCollection } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import { nameOfId } from '../catalog/resourceName';
import type { FileStore } from '../platform/files';
import { RecordFolder } from '../platform/recordFolder';
import { flag, integer, number, object, oneOf, text } from '../webview/shape';
import {
  type InteractionChange,
  type InteractionKey,
  type InteractionRecord,
  type Interactions,
  type InteractionUpdate,
  storageTimes,
} from './interactions';
import type { Connections } from './connection';
import type { LoadedList, LocalLists, Store } from './store';

/** Interactions of this machine as a resource list. Fetched data updates the records. */
export class LocalInteractions implements LocalLists {
  readonly #interactions: Interactions;
  readonly #now: () => number;

  constructor(interactions: Interactions, now: () => number) {
    this.#interactions = interactions;
    this.#now = now;
  }

  async list({ kind, connection }: ResourceRef): Promise<LoadedList | undefined> {
    if (kindRow(kind).list !== 'local') return undefined;
    return { items: (await this.#interactions.list(connection)).map(listedInteraction) };
  }

  async listed(ref: ResourceRef, fetched: JsonObject): Promise<JsonObject> {
    if (kindRow(ref.kind).list !== 'local') return fetched;
    const key = keyOf(ref);
    const status = textAt(fetched, 'status');
    const seen = new Date(this.#now()).toISOString();
    await this.#interactions.change(key, { ...(status !== '' && { status }), seen });
    const record = await this.#interactions.find(key);
    return record ? listedInteraction(record) : fetched;
  }

  async removed(refs: readonly ResourceRef[]): Promise<void> {
    for (const ref of refs) {
      if (kindRow(ref.kind).list === 'local') await this.#interactions.forget(keyOf(ref));
    }
  }
}

function keyOf({ connection, name }: ResourceRef): InteractionKey {
  return { connection, id: name.replace(/^interactions\//, '') };
}

export function listedInteraction(record: InteractionRecord): JsonObject {
  const { id, created, status, model, agent, previous, environment } = record;
  const { title, steps, background, conversation, turn } = record;
  const kept = storageTimes(record);
  return {
    id,
    created,
    ...(status !== undefined && { status }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    ...(previous !== undefined && { previous_interaction_id: previous }),
    ...(environment !== undefined && { environment_id: environment }),
    [NOTES]: {
      title,
      ...(steps !== undefined && { steps }),
      ...(background !== undefined && { background }),
      ...(conversation !== undefined && { conversation }),
      ...(turn !== undefined && { turn }),
      ...kept,
    },
  };
}

export function updateLoadedList(
  { key: { connection, id }, record }: InteractionUpdate,
  connections: Pick<Connections, 'find'>,
  store: Pick<Store, 'find' | 'invalidate' | 'merge' | 'peek' | 'remove'>,
): void {
  const found = connections.find(connection);
  const collection = found && topCollection('interaction', found);
  if (!collection || !store.peek(collection)) return;
  const { collection: _, ...place } = collection;
  const ref: ResourceRef = { ...place, name: nameOfId(collection, id) };
  const isListed = store.find(ref) !== undefined;
  if (record && isListed) store.merge(ref, listedInteraction(record));
  else if (record) store.invalidate(collection);
  else if (isListed) store.remove([ref]);
}

interface InteractionFilesDeps {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: { warn(line: string): void };
  readonly tell: (told: InteractionUpdate) => void;
}

export const MAX_INTERACTIONS = 1000;

/** Stores interactions, one file each; the last writer wins. Combines changes during a write. */
export class InteractionFiles implements Omit<Interactions, 'onDidChange'> {
  readonly #deps: InteractionFilesDeps;
  readonly #records: RecordFolder<InteractionRecord>;
  readonly #waiting = new Map<string, InteractionChange>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: InteractionFilesDeps) {
    this.#deps = deps;
    this.#records = new RecordFolder(deps.files, deps.log, {
      label: 'interactions:',
      parse: (value) => RECORD_SHAPE.parse(value),
      timeOf: ({ created }) => Date.parse(created) || 0,
    });
  }

  begin(record: InteractionRecord): Promise<void> {
    return this.#inOrder(async () => {
      const known = await this.#records.read(idOf(record));
      const title = record.title.slice(0, MAX_TITLE_LENGTH);
      const next = { ...known, ...record, title };
      if (JSON.stringify(next) !== JSON.stringify(known)) await this.#write(next);
      for (const one of await this.#records.trim(MAX_INTERACTIONS)) this.#tell(one);
    });
  }

  change(of: InteractionKey, change: InteractionChange): Promise<void> {
    const id = idOf(of);
    const waiting = this.#waiting.get(id);
    this.#waiting.set(id, { ...waiting, ...change });
    return this.#inOrder(async () => {
      const all = this.#waiting.get(id);
      if (!all) return;
      this.#waiting.delete(id);
      const known = await this.#records.read(id);
      if (!known) return;
      const next = { ...known, ...all };
      if (JSON.stringify(next) !== JSON.stringify(known)) await this.#write(next);
    });
  }

  forget(of: InteractionKey): Promise<void> {
    return this.#inOrder(async () => {
      if (await this.#records.remove(idOf(of))) this.#tell(of);
    });
  }

  async find(of: InteractionKey): Promise<InteractionRecord | undefined> {
    await this.#last;
    return await this.#records.read(idOf(of));
  }

  async list(connection: string): Promise<readonly InteractionRecord[]> {
    await this.#last;
    const now = this.#deps.clock.now();
    const current: InteractionRecord[] = [];
    const all = await this.#records.list().catch((error: unknown) => {
      this.#warn('the folder can’t be read', error);
      return [];
    });
    for (const [, record] of all) {
      if ((storageTimes(record)?.most ?? 0) <= now) await this.forget(record);
      else if (record.connection === connection) current.push(record);
    }
    return current;
  }

  async #write(record: InteractionRecord): Promise<void> {
    // Validated like a later read, which would otherwise back up the file as damaged.
    const checked = RECORD_SHAPE.parse(record);
    await this.#records.write(idOf(record), checked);
    this.#tell(record, checked);
  }

  #tell({ connection, id }: InteractionKey, record?: InteractionRecord): void {
    this.#deps.tell({ key: { connection, id }, ...(record && { record }) });
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const next = this.#last.then(work).catch((error: unknown) => this.#warn('not noted', error));
    this.#last = next;
    return next;
  }

  #warn(what: string, error: unknown): void {
    this.#deps.log.warn(`interactions: ${what}: ${errorMessage(error)}`);
  }
}

/** In characters; limits untrusted names. */
const MAX_NAME_LENGTH = 4000;
const MAX_TITLE_LENGTH = 400;
const name = text(MAX_NAME_LENGTH);
const time = text(64);

const RECORD_SHAPE = object(
  {
    connection: text(64),
    id: name,
    version: oneOf(...VERSIONS),
    title: text(MAX_TITLE_LENGTH),
    created: time,
  },
  {
    model: name,
    agent: name,
    status: text(64),
    background: flag,
    steps: integer(0, 1e9),
    lastEventId: name,
    previous: name,
    environment: name,
    conversation: text(64),
    turn: text(64),
    days: number(0, 3650),
    seen: time,
  },
);

/** Returns the file id: the same in every window, and valid even if the API's id isn't a valid file name. */
function idOf({ connection, id }: InteractionKey): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, id]))
    .digest('hex');
  return digest.slice(0, 32);
}
