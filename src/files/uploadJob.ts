import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Version, VERSIONS } from '../api/versions';
import type { FileTarget } from '../base/fileTarget';
import type { JsonObject } from '../base/json';
import { flag, integer, jsonObject, list, number, object, oneOf, text } from '../webview/shape';
import type { FileIdentity } from './fileContent';

/** An upload that is not finished, as its file has it. Its address is a secret, and lies elsewhere. */
export interface UploadJob {
  /** Made here: the service never sees it. */
  readonly id: string;
  /** Id of the connection. */
  readonly connection: string;
  readonly target: FileTarget;
  /** Of the file, without its folder. */
  readonly name: string;
  /** As VS Code writes it; for messages. */
  readonly path: string;
  readonly identity: FileIdentity;
  readonly displayName: string;
  readonly mimeType: string;
  /** The file search store that it goes to, and how; absent where it becomes a file of the service. */
  readonly into?: UploadInto;
  /** The file of an environment that it becomes; absent where it becomes something else. */
  readonly entry?: UploadEntry;
  /**
   * Of a file its resource name, chosen here so that it can be found although the answer to its upload was lost; of a
   * document of a store that of the operation that makes it, empty until the service has begun it; of a file of an environment empty.
   */
  readonly resource: string;
  /** As the service named it; present once the upload was begun there. */
  readonly granularity?: number;
  /** `processing`: the service has all of it. `paused`: the user stopped it. */
  readonly state: 'sending' | 'paused' | 'processing';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** How files become documents of a store, in the fields of the service. */
export interface StoreSettings {
  readonly customMetadata?: readonly JsonObject[];
  readonly chunkingConfig?: JsonObject;
}

/** A file search store, and what its documents are given. */
export interface UploadInto {
  /** Resource name. */
  readonly store: string;
  readonly settings: StoreSettings;
}

/** A file of an environment that is made, or an archive that is unpacked into a folder of it. */
export interface UploadEntry {
  /** Resource name. */
  readonly name: string;
  readonly version: Version;
  /** What is there is overwritten. */
  readonly isReplacing: boolean;
  readonly isArchive: boolean;
}

const LONG = 4096;
const SAFE = Number.MAX_SAFE_INTEGER;

const shape = object(
  {
    id: text(40),
    connection: text(64),
    target: object({ scheme: text(64), authority: text(LONG), path: text(LONG) }),
    name: text(LONG),
    path: text(LONG),
    identity: object({ size: integer(0, SAFE), modifiedAt: number(-SAFE, SAFE), edges: text(128) }),
    displayName: text(LONG),
    mimeType: text(LONG),
    resource: text(512),
    state: oneOf('sending', 'paused', 'processing'),
    startedAt: number(0, SAFE),
  },
  {
    granularity: integer(1, SAFE),
    into: object(
      { store: text(512) },
      { customMetadata: list(jsonObject(), 100), chunkingConfig: jsonObject() },
    ),
    entry: object({
      name: text(LONG),
      version: oneOf(...VERSIONS),
      isReplacing: flag,
      isArchive: flag,
    }),
  },
);

/** Checks the JSON value of a job's file. Throws `ShapeError` or `SyntaxError` if it is none. */
export function parseJob(value: unknown): UploadJob {
  const { into, ...job } = shape.parse(value);
  if (!/^[a-z0-9]+$/.test(job.id)) throw new SyntaxError('The id is none that was made here.');
  if (!into) return job;
  const { store, ...settings } = into;
  return { ...job, into: { store, settings } };
}

/** The JSON value of a job's file. */
export function writeJob({ into, ...job }: UploadJob): unknown {
  return { ...job, ...(into && { into: { store: into.store, ...into.settings } }) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Twelve characters as the service's own ids have them. */
export function newId(): string {
  return Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The same file to be sent from its beginning, as another one of the service. */
export function startedOver({ granularity: _, ...job }: UploadJob): UploadJob {
  return { ...job, resource: newResource(job), state: 'sending' };
}

/** What an upload is called at the service to begin with. */
export function newResource({ into, entry }: Pick<UploadJob, 'into' | 'entry'>): string {
  return into || entry ? '' : `files/${newId()}`;
}

const SAME = [
  'connection',
  'target',
  'identity',
  'displayName',
  'mimeType',
  'into',
  'entry',
] as const;

/** Whether two are of one file, which did not change in between, to one place under one name. */
export function isSameUpload(one: UploadJob, other: UploadJob): boolean {
  return SAME.every((name) => isDeepStrictEqual(one[name], other[name]));
}
