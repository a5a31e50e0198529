import type {
  DatabaseSync,
  SQLInputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import type { JsonObject } from '../../api/schema/row';

export type Kind =
  | 'models'
  | 'tunedModels'
  | 'examples'
  | 'corpora'
  | 'documents'
  | 'chunks'
  | 'permissions'
  | 'files'
  | 'contents'
  | 'batches'
  | 'cachedContents'
  | 'fileSearchStores'
  | 'interactions'
  | 'media'
  | 'operations'
  | 'generatedFiles'
  | 'auth_tokens'
  | 'agents'
  | 'environments'
  | 'environmentFiles'
  | 'triggers'
  | 'executions'
  | 'credentials'
  | 'voices'
  | 'webhooks'
  | 'deliveries'
  | 'watches'
  | 'uploads'
  | 'grants'
  | 'settings';

export interface Stored {
  /** Increases in creation order, across all kinds. */
  readonly seq: number;
  /** Resource name, such as `corpora/c/documents/d`. Unique within its kind. */
  readonly name: string;
  readonly parent: string;
  readonly resource: JsonObject;
  /** Data that the API doesn't return, such as the owner. */
  readonly hidden: JsonObject;
  readonly vector?: Uint8Array | undefined;
}

export type NewStored = Omit<Stored, 'seq'>;
export type StoredChange = Partial<Pick<Stored, 'resource' | 'hidden' | 'vector'>>;

export interface Ranked {
  readonly seq: number;
  readonly name: string;
  readonly score: number;
}

/** The file of a state that starts in memory. */
interface StateFile {
  exists(): boolean;
  /** Creates its folder if needed. Throws `AppError` if unusable. */
  open(): DatabaseSync;
}

/** Database schema version. Files of other versions are rejected. */
const SCHEMA_VERSION = 1;

/** Time in ms to wait for other processes that write to the database. */
const BUSY_LIMIT = 10_000;

/** A kind that doesn't count as content, because expired watches are removed without a request. */
const BOOKKEEPING: Kind = 'watches';

const SCHEMA = `
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    parent TEXT NOT NULL,
    resource TEXT NOT NULL,
    hidden TEXT NOT NULL,
    vector BLOB,
    UNIQUE (kind, name)
  );
  CREATE INDEX child ON record (kind, parent, seq);
`;

type Row = Record<string, unknown>;

/**
 * Persistent state in SQLite. Synchronous, so that each request is atomic. In a file, each transaction is handed to
 * the OS when it ends, so that its changes survive a killed process.
 */
export class State {
  readonly isKept: boolean;
  #database: DatabaseSync | undefined;
  readonly #file: StateFile | undefined;
  #isInFile = false;
  #isPrepared = false;
  #isChanged = false;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;
  // Implementation of the SQL function `score` for the current search.
  #score: (vector: Uint8Array) => number | undefined = () => undefined;

  /**
   * Takes ownership of the database. Throws for other schema versions.
   * @param isKept whether the database is or becomes a file.
   * @param file target of an in-memory database on its first change after `prepared`, or when
   * another process has written it.
   */
  constructor(database: DatabaseSync, isKept: boolean, file?: StateFile) {
    this.isKept = isKept;
    this.#file = file;
    this.#isInFile = file?.exists() ?? false;
    this.#use(database);
  }

  #use(database: DatabaseSync): void {
    // Must be first: even the next statement may wait for another process.
    database.exec(`PRAGMA busy_timeout = ${BUSY_LIMIT};`);
    // WAL survives a killed process at a fraction of the cost of surviving a power failure.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.function('score', (vector) => this.#score(vector as Uint8Array) ?? null);
    if (versionOf(database) !== SCHEMA_VERSION) {
      inTransaction(database, () => void requireSchema(database));
    }
    this.#database = database;
  }

  /** Ends the setup. Unsaved state is written to disk on the next change. */
  prepared(): void {
    this.#isPrepared = true;
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  find(kind: Kind, name: string): Stored | undefined {
    const row = this.#sql('SELECT * FROM record WHERE kind = ? AND name = ?').get(kind, name);
    return row && read(row);
  }

  /** Returns undefined if the name exists. */
  insert(kind: Kind, record: NewStored): Stored | undefined {
    const { name, parent, resource, hidden, vector } = record;
    const { changes, lastInsertRowid } = this.#change(
      'INSERT INTO record (kind, name, parent, resource, hidden, vector) VALUES (?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT DO NOTHING',
      kind,
      name,
      parent,
      JSON.stringify(resource),
      JSON.stringify(hidden),
      vector ?? null,
    );
    return changes === 0 ? undefined : { seq: Number(lastInsertRowid), ...record };
  }

  /** Replaces the given fields. Throws if the name doesn't exist. */
  update(kind: Kind, name: string, { resource, hidden, vector }: StoredChange): void {
    const { changes } = this.#change(
      'UPDATE record SET resource = coalesce(?, resource), hidden = coalesce(?, hidden), ' +
        'vector = coalesce(?, vector) WHERE kind = ? AND name = ?',
      text(resource),
      text(hidden),
      vector ?? null,
      kind,
      name,
    );
    if (changes === 0) throw new Error(`There is no ${name} to change.`);
  }

  /** Inserts a record, or replaces the one with its name. */
  put(kind: Kind, record: NewStored): void {
    if (!this.insert(kind, record)) this.update(kind, record.name, record);
  }

  /** Returns whether the record existed. Doesn't remove its children. */
  remove(kind: Kind, name: string): boolean {
    const sql = 'DELETE FROM record WHERE kind = ? AND name = ?';
    return Number(this.#change(sql, kind, name).changes) > 0;
  }

  removeBelow(name: string): void {
    this.#change('DELETE FROM record WHERE name >= ? AND name < ?', ...below(name));
  }

  list(
    kind: Kind,
    parent: string,
    { after = 0, limit = -1 }: { readonly after?: number; readonly limit?: number } = {},
  ): readonly Stored[] {
    return this.#sql(
      'SELECT * FROM record WHERE kind = ? AND parent = ? AND seq > ? ORDER BY seq LIMIT ?',
    )
      .all(kind, parent, after, limit)
      .map(read);
  }

  count(kind: Kind, parent: string): number {
    return this.#number('SELECT count(*) AS n FROM record WHERE kind = ? AND parent = ?', [
      kind,
      parent,
    ]);
  }

  countBelow(kind: Kind, name: string): number {
    return this.#number(
      'SELECT count(*) AS n FROM record WHERE kind = ? AND name >= ? AND name < ?',
      [kind, ...below(name)],
    );
  }

  /**
   * Yields scored records with the prefix `name/`: highest score first, then oldest. Lazy: stopping early
   * avoids reads.
   */
  *nearest(
    kind: Kind,
    name: string,
    score: (vector: Uint8Array) => number | undefined,
  ): Iterable<Ranked> {
    // Scoring and sorting inside SQLite halves the time compared to loading all vectors.
    const ranked = this.#sql(
      'SELECT seq, name, score(vector) AS score FROM record WHERE kind = ? AND name >= ? ' +
        'AND name < ? AND vector IS NOT NULL ORDER BY score DESC, seq',
    );
    this.#score = score;
    for (const row of ranked.iterate(kind, ...below(name))) {
      if (row.score === null) return;
      yield { seq: Number(row.seq), name: String(row.name), score: Number(row.score) };
    }
  }

  /** Rolls back if `run` throws. Can be nested. */
  transaction<T>(run: () => T): T {
    const database = this.#current();
    const point = `t${this.#depth}`;
    database.exec(this.#depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${point}`);
    this.#depth += 1;
    let finished = false;
    try {
      const result = run();
      if (this.#depth === 1) this.#moveChanged(database);
      finished = true;
      return result;
    } finally {
      this.#depth -= 1;
      if (this.#depth > 0) database.exec(finished ? `RELEASE ${point}` : `ROLLBACK TO ${point}`);
      else {
        this.#isChanged = false;
        database.exec(finished ? 'COMMIT' : 'ROLLBACK');
        if (this.#database !== database) database.close();
      }
    }
  }

  /**
   * Moves changed state from memory to its file. Throws if another process has just written the
   * file.
   */
  #moveChanged(memory: DatabaseSync): void {
    if (!this.#file || this.#isInFile || !this.#isChanged) return;
    const database = this.#file.open();
    try {
      copyTo(database, memory.prepare('SELECT * FROM record ORDER BY seq').iterate());
      this.#statements.clear();
      this.#use(database);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#isInFile = true;
  }

  clear(keep: readonly Kind[] = []): void {
    this.#change(
      'DELETE FROM record WHERE kind NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(keep),
    );
  }

  #number(sql: string, values: readonly SQLInputValue[]): number {
    return Number(this.#sql(sql).get(...values)?.n);
  }

  #change(sql: string, ...values: SQLInputValue[]): StatementResultingChanges {
    if (this.#file && !this.#isInFile && this.#depth === 0)
      return this.transaction(() => this.#change(sql, ...values));
    this.#isChanged ||= this.#isPrepared && !values.includes(BOOKKEEPING);
    return this.#sql(sql).run(...values);
  }

  #sql(sql: string): StatementSync {
    const database = this.#current();
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #current(): DatabaseSync {
    const file = this.#file;
    if (file && !this.#isInFile && this.#depth === 0 && file.exists()) {
      this.close();
      this.#use(file.open());
      this.#isInFile = true;
    }
    if (!this.#database) throw new Error('The state is closed.');
    return this.#database;
  }
}

function inTransaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    run();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function requireSchema(database: DatabaseSync): boolean {
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return false;
  if (version !== 0) throw new Error(`it has version ${version}, not ${SCHEMA_VERSION}`);
  database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
  return true;
}

function copyTo(database: DatabaseSync, rows: Iterable<Row>): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_LIMIT}; PRAGMA synchronous = NORMAL;`);
  inTransaction(database, () => {
    if (!requireSchema(database)) throw new Error('Another process just started this session.');
    const insert = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)');
    for (const row of rows) insert.run(...(Object.values(row) as SQLInputValue[]));
  });
}

/** Returns the range of names with the prefix `name/`. The digit 0 follows the slash in ASCII. */
function below(name: string): readonly [string, string] {
  return [`${name}/`, `${name}0`];
}

function text(json: JsonObject | undefined): string | null {
  return json === undefined ? null : JSON.stringify(json);
}

function read(row: Row): Stored {
  const vector = row.vector as Uint8Array | null;
  return {
    seq: Number(row.seq),
    name: String(row.name),
    parent: String(row.parent),
    resource: JSON.parse(String(row.resource)) as JsonObject,
    hidden: JSON.parse(String(row.hidden)) as JsonObject,
    ...(vector === null ? {} : { vector }),
  };
}
