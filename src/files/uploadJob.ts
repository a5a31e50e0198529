import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Version, VERSIONS } from '../api/versions';
import type { FileTarget } from '../base/fileTarget';
import type { JsonObject } from '../base/json';
import { flag, integer, jsonObject, list, number, object, oneOf, text } from '../webview/shape';
import type { FileIdentity } from './rememberedFiles';

/** An unfinished upload as stored on disk. The session URL is a secret and stored separately. */
export interface UploadJob {
  /** Local ID, never sent. */
  readonly id: string;
  readonly connection: string;
  readonly target: FileTarget;
  readonly name: string;
  /** Path formatted by VS Code, for messages. */
  readonly path: string;
  readonly identity: FileIdentity;
  readonly displayName: string;
  readonly mimeType: string;
  /** Target store and settings; absent if the upload creates a File resource. */
  readonly into?: UploadInto;
  readonly entry?: UploadEntry;
  /**
   * File: client-chosen resource name. Store: long-running operation, empty until started.
   * Environment: empty.
   */
  readonly resource: string;
  /** Chunk granularity from the API; present once a session exists. */
  readonly granularity?: number;
  /** `processing`: the server has all bytes. `paused`: by the user. */
  readonly state: 'sending' | 'paused' | 'processing';
  /** In ms since 1970. */
  readonly startedAt: number;
}

export interface StoreSettings {
  readonly customMetadata?: readonly JsonObject[];
  readonly chunkingConfig?: JsonObject;
}

export interface UploadInto {
  readonly store: string;
  readonly settings: StoreSettings;
}

/** A file to create in an environment, or an archive to extract to a folder. */
export interface UploadEntry {
  readonly name: string;
  readonly version: Version;
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

/** Parses a job file. Throws `ShapeError` or `SyntaxError` if invalid. */
export function parseJob(value: unknown): UploadJob {
  const { into, ...job } = shape.parse(value);
  if (!/^[a-z0-9]+$/.test(job.id)) throw new SyntaxError('The ID is invalid.');
  if (!into) return job;
  const { store, ...settings } = into;
  return { ...job, into: { store, settings } };
}

export function writeJob({ into, ...job }: UploadJob): unknown {
  return { ...job, ...(into && { into: { store: into.store, ...into.settings } }) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function newId(): string {
  return Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export function startedOver({ granularity: _, ...job }: UploadJob): UploadJob {
  return { ...job, resource: newResource(job), state: 'sending' };
}

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

/** Whether two jobs send the same unchanged file to the same destination and name. */
export function isSameUpload(one: UploadJob, other: UploadJob): boolean {
  return SAME.every((name) => isDeepStrictEqual(one[name], other[name]));
}
