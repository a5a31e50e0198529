import { findType, isEnum } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { kindRow, type KindId } from '../../catalog/kinds';

/** What of a resource a create takes: all but its name and what only the service sets. */
export function newBody(kind: KindId, resource: JsonObject): JsonObject {
  const row = findType(kindRow(kind).message);
  const fields = row && !isEnum(row) ? row.fields : {};
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => name !== 'name' && fields[name]?.outputOnly !== true,
    ),
  );
}
