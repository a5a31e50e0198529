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

/**
 * Persistent state. Synchronous, so that each request is atomic and its changes survive a killed
 * process.
 */
export interface State {
  readonly isKept: boolean;
  find(kind: Kind, name: string): Stored | undefined;
  /** Returns undefined if the name exists. */
  insert(kind: Kind, record: NewStored): Stored | undefined;
  /** Replaces the given fields. Throws if the name doesn't exist. */
  update(kind: Kind, name: string, change: StoredChange): void;
  /** Returns whether the record existed. Doesn't remove its children. */
  remove(kind: Kind, name: string): boolean;
  removeBelow(name: string): void;
  list(
    kind: Kind,
    parent: string,
    page?: { readonly after?: number; readonly limit?: number },
  ): readonly Stored[];
  count(kind: Kind, parent: string): number;
  countBelow(kind: Kind, name: string): number;
  /**
   * Yields scored records with the prefix `name/`: highest score first, then oldest. Lazy: stopping early
   * avoids reads.
   */
  nearest(
    kind: Kind,
    name: string,
    score: (vector: Uint8Array) => number | undefined,
  ): Iterable<Ranked>;
  /** Rolls back if `run` throws. Can be nested. */
  transaction<T>(run: () => T): T;
  clear(keep?: readonly Kind[]): void;
  /** Ends the setup. Unsaved state is written to disk on the next change. */
  prepared(): void;
  close(): void;
}
