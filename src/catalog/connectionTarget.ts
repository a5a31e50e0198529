import type { ErrorSubject } from '../base/errors';

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
