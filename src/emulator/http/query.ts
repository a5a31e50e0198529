import type { OperationRow } from '../../api/operations/row';
import { toCamelCase, toSnakeCase } from '../../api/schema/names';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { scalarReaders, shown } from '../../api/schema/scalars';
import { holdsIn, type Version } from '../../api/versions';
import type { Violation } from '../../api/schema/validate';
import { badRequest } from '../status';

// Parameters that every method of the service takes; those that the emulator has no use for are ignored.
const common: ReadonlySet<string> = new Set([
  'alt',
  'fields',
  'key',
  'access_token',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'callback',
  'uploadType',
  'upload_protocol',
  '$.xgafv',
]);

/** An operation's own query parameters by JSON name. Throws the service's 400 for others and wrong ones. */
export function readQuery(row: OperationRow, version: Version, query: URLSearchParams): JsonObject {
  const values = new Map<string, JsonValue>();
  const violations: Violation[] = [];
  for (const [key, text] of query) {
    if (common.has(key) || common.has(key.replace(/^\$/, ''))) continue;
    const name = toCamelCase(key);
    const known = row.query && Object.hasOwn(row.query, name) ? row.query[name] : undefined;
    if (!known || !holdsIn(known.versions, version)) {
      const problem = `Cannot bind query parameter. Field '${key}' could not be found in request message.`;
      const description = `Invalid JSON payload received. Unknown name "${key}": ${problem}`;
      violations.push({ field: '', description });
      continue;
    }
    const reader = scalarReaders[known.type];
    const value = reader.read(text);
    const field = toSnakeCase(name);
    if (value !== undefined) values.set(name, value);
    else {
      const description = `Invalid value at '${field}' (${reader.type}), ${shown(text)}`;
      violations.push({ field, description });
    }
  }
  if (violations.length > 0) throw badRequest(violations);
  return Object.fromEntries(values);
}
