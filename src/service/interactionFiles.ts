import { createHash } from 'node:crypto';
import { VERSIONS } from '../api/versions';
import type { Clock } from '../base/clock';
import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import { flag, integer, number, object, oneOf, text } from '../webview/shape';
import {
  type InteractionChange,
  type InteractionKey,
  type InteractionRecord,
  type Interactions,
  type InteractionTold,
  keptUntil,
} from './interactions';

export interface InteractionFilesDeps {
  /** The folder of all windows. */
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: { warn(line: string): void };
  /** Told what was done in this window. */
  readonly tell: (told: InteractionTold) => void;
}

/** So many are noted at most; the oldest ones go. */
export const MOST_INTERACTIONS = 1000;
/** How many files are read at a time. */
const AT_ONCE = 16;

/**
 * One file for each interaction, which every window writes whole: the last writer wins. What comes while a file is
 * written is written together afterwards.
 */
export class InteractionFiles implements Omit<Interactions, 'onDidChange'> {
  readonly #deps: InteractionFilesDeps;
  readonly #waiting = new Map<string, InteractionChange>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: InteractionFilesDeps) {
    this.#deps = deps;
  }

  begin(record: InteractionRecord): Promise<void> {
    return this.#inOrder(async () => {
      const known = await this.#read(interactionFile(record));
      const title = record.title.slice(0, LONGEST_TITLE);
      const next = { ...known, ...record, title };
      if (JSON.stringify(next) !== JSON.stringify(known)) await this.#write(next);
      await this.#dropOldest();
    });
  }

  change(of: InteractionKey, change: InteractionChange): Promise<void> {
    const name = interactionFile(of);
    const waiting = this.#waiting.get(name);
    this.#waiting.set(name, { ...waiting, ...change });
    return this.#inOrder(async () => {
      const all = this.#waiting.get(name);
      if (!all) return;
      this.#waiting.delete(name);
      const known = await this.#read(name);
      if (!known) return;
      const next = { ...known, ...all };
      if (JSON.stringify(next) !== JSON.stringify(known)) await this.#write(next);
    });
  }

  forget(of: InteractionKey): Promise<void> {
    return this.#inOrder(async () => {
      if (await this.#deps.files.remove(interactionFile(of))) this.#tell(of);
    });
  }

  async find(of: InteractionKey): Promise<InteractionRecord | undefined> {
    await this.#last;
    return await this.#read(interactionFile(of));
  }

  async list(connection: string): Promise<readonly InteractionRecord[]> {
    await this.#last;
    const now = this.#deps.clock.now();
    const current: InteractionRecord[] = [];
    for (const record of await this.#all()) {
      if ((keptUntil(record)?.most ?? 0) <= now) await this.forget(record);
      else if (record.connection === connection) current.push(record);
    }
    return current;
  }

  /** All that are noted, the last one first. */
  async #all(): Promise<readonly InteractionRecord[]> {
    const names = (await this.#names()).filter((name) => name.endsWith('.json'));
    const found: InteractionRecord[] = [];
    for (let start = 0; start < names.length; start += AT_ONCE) {
      const some = names.slice(start, start + AT_ONCE);
      const records = await Promise.all(some.map((name) => this.#read(name)));
      found.push(...records.filter((record) => record !== undefined));
    }
    return found.sort((a, b) => Date.parse(b.created) - Date.parse(a.created));
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await this.#deps.files.list();
    } catch (error) {
      this.#warn('the folder can’t be read', error);
      return [];
    }
  }

  async #dropOldest(): Promise<void> {
    const { files } = this.#deps;
    if ((await this.#names()).length <= MOST_INTERACTIONS) return;
    for (const record of (await this.#all()).slice(MOST_INTERACTIONS)) {
      if (await files.remove(interactionFile(record))) this.#tell(record);
    }
  }

  async #write(record: InteractionRecord): Promise<void> {
    // Checked as it will be read: else it would be set aside then.
    const checked = RECORD_SHAPE.parse(record);
    await this.#deps.files.write(interactionFile(record), `${JSON.stringify(checked)}\n`);
    this.#tell(record, checked);
  }

  async #read(name: string): Promise<InteractionRecord | undefined> {
    const { files } = this.#deps;
    try {
      const source = await files.read(name);
      if (source === undefined) return undefined;
      return RECORD_SHAPE.parse(JSON.parse(source));
    } catch (error) {
      this.#warn(`${name} can’t be read`, error);
      await files.rename(name, `${name}.damaged`).catch((failed: unknown) => {
        this.#warn(`${name} can’t be set aside`, failed);
      });
      return undefined;
    }
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

/** What a service may call something: strangers choose it. */
const LONGEST_NAME = 4000;
const LONGEST_TITLE = 400;
const name = text(LONGEST_NAME);
const time = text(64);

const RECORD_SHAPE = object(
  {
    ...{ connection: text(64), id: name, version: oneOf(...VERSIONS) },
    ...{ title: text(LONGEST_TITLE), created: time },
  },
  {
    ...{ model: name, agent: name, status: text(64), background: flag },
    ...{ steps: integer(0, 1e9), lastEventId: name, previous: name, environment: name },
    ...{ conversation: text(64), turn: text(64), days: number(0, 3650), seen: time },
  },
);

/** The same file for the same interaction, in every window; an id of the service need not suit a file. */
function interactionFile({ connection, id }: InteractionKey): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, id]))
    .digest('hex');
  return `${digest.slice(0, 32)}.json`;
}
