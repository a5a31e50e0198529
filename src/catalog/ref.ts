import type { Version } from '../api/versions';
import type { ErrorSubject } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { KindId } from './kinds';

/**
 * Where a resource, or a collection of them, is: how rooms hand nodes to each other. Everything that is
 * needed to fetch it again.
 */
export interface ResourceRef {
  /** Connection id. */
  readonly connection: string;
  readonly version: Version;
  readonly kind: KindId;
  /** Resource name, such as `models/x`; for a collection its parent's name, empty at the top. */
  readonly name: string;
  readonly collection?: true;
}

/**
 * The same text for the same resource or collection, and only for that. Names may come from a stranger:
 * what tells a collection apart stands before them.
 */
export function refKey(ref: ResourceRef): string {
  const where = `${ref.connection}/${ref.version}`;
  return ref.collection ? `${where}[${ref.kind}]/${ref.name}` : `${where}/${ref.name}`;
}

/** Steps in the name of a file that lies in no folder: `environments/e/files/x`. */
const FILE_STEPS = 4;

/** The collection that a resource is listed in: of a file that is its folder. What is at the top, and general operations, are in one without a parent. */
export function collectionRef({ connection, version, kind, name }: ResourceRef): ResourceRef {
  const steps = name.split('/');
  const isDeep = kind === 'environmentFile' && steps.length > FILE_STEPS;
  const parent = kind === 'operation' ? '' : steps.slice(0, isDeep ? -1 : -2).join('/');
  return { connection, version, kind, name: parent, collection: true };
}

/** What a command on a connection works on; who runs it may leave it out. */
export type ConnectionTarget = ErrorSubject;

const SCOPE = /^https:\/\/www\.googleapis\.com\/auth\/[a-z.-]{1,60}$/;

/**
 * The connection in what a command was called with: a row of the tree, the subject of an error, or
 * anything at all, since every extension may run a command. Undefined where it is none.
 */
export function parseConnectionTarget(value: unknown): ConnectionTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { connection, scopes } = value as { readonly [key: string]: unknown };
  if (typeof connection !== 'string') return undefined;
  if (!Array.isArray(scopes)) return { connection };
  const named = scopes.filter((scope) => typeof scope === 'string' && SCOPE.test(scope));
  return { connection, scopes: named };
}

/** A conversation of this machine, as its row hands it to a command. */
export interface ConversationTarget {
  readonly conversation: string;
}

/** What a command on a conversation was called with; undefined where it is something else. */
export function parseConversationTarget(argument: unknown): ConversationTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { conversation } = argument as { readonly [name: string]: unknown };
  return typeof conversation === 'string' ? { conversation } : undefined;
}

/** An answer of a run of prompt tests that is kept. */
export interface TestAnswerTarget {
  readonly run: string;
  /** Id of the case with its variant. */
  readonly case: string;
  /** Counted from 0. */
  readonly repeat: number;
}

/** The answer that a command was called with, which any extension may do. Undefined where it is none. */
export function parseTestAnswerTarget(argument: unknown): TestAnswerTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { run, case: one, repeat } = argument as { readonly [name: string]: unknown };
  const isTarget = typeof run === 'string' && typeof one === 'string' && Number.isInteger(repeat);
  return isTarget ? { run, case: one, repeat: repeat as number } : undefined;
}

/** Tests that are run by themselves. */
export interface TestCasesTarget {
  readonly profile: 'run' | 'offline';
  /** What names cases, with all their variants. */
  readonly cases: readonly string[];
}

/** The tests that a command was called with, which any extension may do. Undefined where it is something else. */
export function parseTestCasesTarget(argument: unknown): TestCasesTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { profile, cases } = argument as { readonly [name: string]: unknown };
  if (profile !== 'run' && profile !== 'offline') return undefined;
  const isList = Array.isArray(cases) && cases.every((one) => typeof one === 'string');
  return isList ? { profile, cases } : undefined;
}

/** An entry of the traffic, by its id. */
export interface ExchangeTarget {
  readonly exchange: number;
}

/** The entry in what a command was called with, which any extension may do. Undefined where it is none. */
export function parseExchangeTarget(value: unknown): ExchangeTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { exchange } = value as { readonly [key: string]: unknown };
  return typeof exchange === 'number' ? { exchange } : undefined;
}

/** An entry of the view of what runs, as a command's argument. */
export interface ActivityTarget {
  /** Id of the entry. */
  readonly activity: string;
}

/** The entry in what a command was called with; undefined where it is none. */
export function parseActivityTarget(value: unknown): ActivityTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { activity } = value as { [key: string]: unknown };
  return typeof activity === 'string' ? { activity } : undefined;
}

/** What a command on files was called with; undefined where it is something else. Nothing else of it is kept. */
export function parseFileTarget(argument: unknown): FileTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { scheme, authority, path } = argument as { readonly [name: string]: unknown };
  if (typeof scheme !== 'string' || typeof path !== 'string') return undefined;
  return { scheme, authority: typeof authority === 'string' ? authority : '', path };
}
