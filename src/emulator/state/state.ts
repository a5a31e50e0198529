import type { JsonObject } from '../../api/schema/row';

/** What the emulator keeps, by the collection that the service's names use, and its own books. */
export type Kind =
  | 'models'
  | 'tunedModels'
  /** The examples of a tuned model, which no operation returns. */
  | 'examples'
  | 'corpora'
  | 'documents'
  | 'chunks'
  | 'permissions'
  | 'files'
  /** Blocks of bytes, of files and batches. */
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
  /** What is to be sent to webhooks, and what became of it. */
  | 'deliveries'
  /** What goes on and somebody is to be told of. */
  | 'watches'
  | 'uploads'
  | 'grants'
  | 'settings';

/** One thing that is kept. */
export interface Stored {
  /** Counts up in the order of creation, over all kinds. */
  readonly seq: number;
  /** Resource name, such as `corpora/c/documents/d`; unique within its kind. */
  readonly name: string;
  /** Name of what it belongs to; empty for what stands by itself. */
  readonly parent: string;
  /** As the service answers it. */
  readonly resource: JsonObject;
  /** What the service knows and does not tell, such as the owner. */
  readonly hidden: JsonObject;
  /** Its embedding, where it is searched. */
  readonly vector?: Uint8Array | undefined;
}

export type NewStored = Omit<Stored, 'seq'>;
export type StoredChange = Partial<Pick<Stored, 'resource' | 'hidden' | 'vector'>>;

/** What a search found, without the JSON beside it. */
export interface Ranked {
  readonly seq: number;
  readonly name: string;
  readonly score: number;
}

/**
 * Everything that outlives a request. Synchronous: a request is answered in one turn, and what was
 * answered is kept even when the process is killed right afterwards.
 */
export interface State {
  /** Whether it survives the process. */
  readonly isKept: boolean;
  find(kind: Kind, name: string): Stored | undefined;
  /** Undefined where there is one of that name already. */
  insert(kind: Kind, record: NewStored): Stored | undefined;
  /** Replaces the given parts. Throws where there is none of that name. */
  update(kind: Kind, name: string, change: StoredChange): void;
  /** Whether there was one. What is below it stays. */
  remove(kind: Kind, name: string): boolean;
  /** Removes everything, of every kind, whose name begins with this name and a slash. */
  removeBelow(name: string): void;
  /** Of one parent, oldest first. */
  list(
    kind: Kind,
    parent: string,
    page?: { readonly after?: number; readonly limit?: number },
  ): readonly Stored[];
  count(kind: Kind, parent: string): number;
  /** How many there are whose name begins with this name and a slash. */
  countBelow(kind: Kind, name: string): number;
  /**
   * Everything with a vector whose name begins with this name and a slash, by the score of its vector: the
   * highest first, the older one first where two are equal, none that has no score. Stop when there is
   * enough: what was not asked for was not read.
   */
  nearest(
    kind: Kind,
    name: string,
    score: (vector: Uint8Array) => number | undefined,
  ): Iterable<Ranked>;
  /** All or nothing: what `run` did is undone where it throws. May be nested. */
  transaction<T>(run: () => T): T;
  /** Removes everything but what is of these kinds. */
  clear(keep?: readonly Kind[]): void;
  /** Ends the preparation: a state that isn't on disk yet is written with the first change after this. */
  prepared(): void;
  close(): void;
}
