import type {
  DatabaseSync,
  SQLInputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import type { JsonObject } from '../../api/schema/row';
import type { Kind, NewStored, Ranked, State, Stored, StoredChange } from './state';

/** Of the tables below; a file of another version is refused. */
const SCHEMA_VERSION = 1;

/** Milliseconds to wait for another process that writes to the same database. */
const BUSY_LIMIT = 10_000;

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

/** State in a database. In a file, every transaction is on disk, for the operating system, when it ends. */
export class SqliteState implements State {
  readonly isKept: boolean;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;
  // What `score` means in a statement, while one is read.
  #score: (vector: Uint8Array) => number | undefined = () => undefined;

  /**
   * Takes the database over. Throws if it is one of another version.
   * @param isKept whether the database is a file.
   */
  constructor(database: DatabaseSync, isKept: boolean) {
    this.isKept = isKept;
    this.#database = database;
    // First, as even the next line may have to wait for another process.
    database.exec(`PRAGMA busy_timeout = ${BUSY_LIMIT};`);
    // Survives a killed process at a fraction of the cost of surviving a power failure.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.function('score', (vector) => this.#score(vector as Uint8Array) ?? null);
    if (versionOf(database) !== SCHEMA_VERSION) {
      this.transaction(() => {
        requireSchema(database);
      });
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  find(kind: Kind, name: string): Stored | undefined {
    const row = this.#sql('SELECT * FROM record WHERE kind = ? AND name = ?').get(kind, name);
    return row && read(row);
  }

  insert(kind: Kind, record: NewStored): Stored | undefined {
    const { name, parent, resource, hidden, vector } = record;
    const { changes, lastInsertRowid } = this.#change(
      'INSERT INTO record (kind, name, parent, resource, hidden, vector) VALUES (?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT DO NOTHING',
      ...[kind, name, parent, JSON.stringify(resource), JSON.stringify(hidden), vector ?? null],
    );
    return changes === 0 ? undefined : { seq: Number(lastInsertRowid), ...record };
  }

  update(kind: Kind, name: string, { resource, hidden, vector }: StoredChange): void {
    const { changes } = this.#change(
      'UPDATE record SET resource = coalesce(?, resource), hidden = coalesce(?, hidden), ' +
        'vector = coalesce(?, vector) WHERE kind = ? AND name = ?',
      ...[text(resource), text(hidden), vector ?? null, kind, name],
    );
    if (changes === 0) throw new Error(`There is no ${name} to change.`);
  }

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

  *nearest(
    kind: Kind,
    name: string,
    score: (vector: Uint8Array) => number | undefined,
  ): Iterable<Ranked> {
    // Scored and sorted within the database: half the time of reading every vector first.
    const ranked = this.#sql(
      'SELECT seq, name, score(vector) AS score FROM record WHERE kind = ? AND name >= ? ' +
        'AND name < ? AND vector IS NOT NULL ORDER BY score DESC, seq',
    );
    this.#score = score;
    for (const row of ranked.iterate(kind, ...below(name))) {
      // Those without a score come last.
      if (row.score === null) return;
      yield { seq: Number(row.seq), name: String(row.name), score: Number(row.score) };
    }
  }

  transaction<T>(run: () => T): T {
    const database = this.#database;
    const point = `t${this.#depth}`;
    database.exec(this.#depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${point}`);
    this.#depth += 1;
    let finished = false;
    try {
      const result = run();
      finished = true;
      return result;
    } finally {
      this.#depth -= 1;
      if (this.#depth > 0) database.exec(finished ? `RELEASE ${point}` : `ROLLBACK TO ${point}`);
      else database.exec(finished ? 'COMMIT' : 'ROLLBACK');
    }
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
    return this.#sql(sql).run(...values);
  }

  #sql(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Makes the tables of a new database. */
function requireSchema(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error(`it has version ${version}, not ${SCHEMA_VERSION}`);
  database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
}

/** The range of names that begin with a name and a slash; the digit 0 follows the slash. */
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
