import type { Version } from '../api/versions';
import type { ErrorSubject } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { KindId } from './kinds';

/** The location of a resource or collection, complete enough to fetch it again. */
export interface ResourceRef {
  readonly connection: string;
  readonly version: Version;
  readonly kind: KindId;
  /** Resource name, such as `models/x`. For a collection, the parent's name, empty at the top. */
  readonly name: string;
  readonly collection?: true;
}

/**
 * Returns a unique key per resource or collection. Collections are marked in front of the name, because names are
 * untrusted.
 */
export function refKey(ref: ResourceRef): string {
  const where = `${ref.connection}/${ref.version}`;
  return ref.collection ? `${where}[${ref.kind}]/${ref.name}` : `${where}/${ref.name}`;
}

/** Segments in the name of a top-level file: `environments/e/files/x`. */
const FILE_STEPS = 4;

/**
 * Returns the collection that lists a resource; for a file, its folder. Top-level resources and general operations have
 * no parent.
 */
export function collectionRef({ connection, version, kind, name }: ResourceRef): ResourceRef {
  const steps = name.split('/');
  const isDeep = kind === 'environmentFile' && steps.length > FILE_STEPS;
  const parent = kind === 'operation' ? '' : steps.slice(0, isDeep ? -1 : -2).join('/');
  return { connection, version, kind, name: parent, collection: true };
}

export type ConnectionTarget = ErrorSubject;

const SCOPE = /^https:\/\/www\.googleapis\.com\/auth\/[a-z.-]{1,60}$/;

/**
 * Returns the connection of a command argument: a tree row or the subject of an error. Undefined for anything else, as
 * any extension may run the command.
 */
export function parseConnectionTarget(value: unknown): ConnectionTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { connection, scopes } = value as { readonly [key: string]: unknown };
  if (typeof connection !== 'string') return undefined;
  if (!Array.isArray(scopes)) return { connection };
  const named = scopes.filter((scope) => typeof scope === 'string' && SCOPE.test(scope));
  return { connection, scopes: named };
}

export interface ConversationTarget {
  readonly conversation: string;
}

/** Returns the conversation of a command argument. Undefined if invalid. */
export function parseConversationTarget(argument: unknown): ConversationTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { conversation } = argument as { readonly [name: string]: unknown };
  return typeof conversation === 'string' ? { conversation } : undefined;
}

export interface TestAnswerTarget {
  readonly run: string;
  readonly case: string;
  /** Zero-based. */
  readonly repeat: number;
}

/** Returns the response of a command argument. Undefined if invalid. */
export function parseTestAnswerTarget(argument: unknown): TestAnswerTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { run, case: one, repeat } = argument as { readonly [name: string]: unknown };
  const isTarget = typeof run === 'string' && typeof one === 'string' && Number.isInteger(repeat);
  return isTarget ? { run, case: one, repeat: repeat as number } : undefined;
}

export interface TestCasesTarget {
  readonly profile: 'run' | 'offline';
  readonly cases: readonly string[];
}

/** Returns the test cases of a command argument. Undefined if invalid. */
export function parseTestCasesTarget(argument: unknown): TestCasesTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { profile, cases } = argument as { readonly [name: string]: unknown };
  if (profile !== 'run' && profile !== 'offline') return undefined;
  const isList = Array.isArray(cases) && cases.every((one) => typeof one === 'string');
  return isList ? { profile, cases } : undefined;
}

export interface ExchangeTarget {
  readonly exchange: number;
}

/** Returns the traffic entry of a command argument. Undefined if invalid. */
export function parseExchangeTarget(value: unknown): ExchangeTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { exchange } = value as { readonly [key: string]: unknown };
  return typeof exchange === 'number' ? { exchange } : undefined;
}

export interface ActivityTarget {
  readonly activity: string;
}

/** Returns the job entry of a command argument. Undefined if invalid. */
export function parseActivityTarget(value: unknown): ActivityTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { activity } = value as { [key: string]: unknown };
  return typeof activity === 'string' ? { activity } : undefined;
}

/** A place in a file. */
export interface PlaceTarget extends FileTarget {
  /** In UTF-16 units. */
  readonly offset: number;
}

/** Returns the place of a command argument. Undefined if invalid. */
export function parsePlaceTarget(argument: unknown): PlaceTarget | undefined {
  const file = parseFileTarget(argument);
  const { offset } = (argument ?? {}) as { readonly [name: string]: unknown };
  return file && typeof offset === 'number' ? { ...file, offset } : undefined;
}

/** A session, whose label is the name of its folder, or a recording, or a folder with recordings. */
export type RunsTarget = { readonly session: { readonly label: string } } | FileTarget;

/** Returns the session or file of a command argument. Undefined if invalid. */
export function parseRunsTarget(argument: unknown): RunsTarget | undefined {
  const { session } = (argument ?? {}) as { readonly [name: string]: unknown };
  const { label } = (session ?? {}) as { readonly [name: string]: unknown };
  return typeof label === 'string' ? { session: { label } } : parseFileTarget(argument);
}

/** Returns the URIs of a command on files, without other properties. Undefined if invalid. */
export function parseFileTarget(argument: unknown): FileTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { scheme, authority, path } = argument as { readonly [name: string]: unknown };
  if (typeof scheme !== 'string' || typeof path !== 'string') return undefined;
  return { scheme, authority: typeof authority === 'string' ? authority : '', path };
}
