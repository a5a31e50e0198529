import { VERSIONS, type Version } from '../api/versions';
import { isKindId, kindRow } from './kinds';
import type { ResourceRef } from './ref';
import { matchesName } from '../api/names';

/**
 * The ref in what a command was called with: a tree row, a ref, or anything at all, since every extension
 * may run a command. Undefined where it is none.
 */
export function parseRef(value: unknown): ResourceRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { connection, version, kind, name, collection } = value as { [key: string]: unknown };
  if (typeof connection !== 'string' || typeof name !== 'string') return undefined;
  if (!isVersion(version) || !isKindId(kind)) return undefined;
  const where = { connection, version, kind, name };
  if (collection === true) return { ...where, collection };
  return matchesName(kindRow(kind).pattern, name) ? where : undefined;
}

export function isVersion(value: unknown): value is Version {
  return (VERSIONS as readonly unknown[]).includes(value);
}
