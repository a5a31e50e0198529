import { isOperationId, operationRow, versionsOf } from '../../api/operations';
import { jsonSchema } from '../../api/schema/jsonSchema';
import { findType, isEnum, type MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import {
  isPartFile,
  newDocumentSchema,
  partSchema,
  requestDocumentSchema,
} from '../../catalog/documentSchemas';
import { parseSchemaAddress, type SchemaSubject } from '../../catalog/documents';

export function schemaText(address: {
  readonly authority: string;
  readonly path: string;
}): string | undefined {
  const subject = parseSchemaAddress(address);
  const schema = subject && schemaOf(subject);
  return schema && JSON.stringify(schema, undefined, 2);
}

function schemaOf({ of, version, name }: SchemaSubject): JsonObject | undefined {
  if (of === 'requests') {
    const isThere = isOperationId(name) && versionsOf(operationRow(name)).includes(version);
    return isThere ? requestDocumentSchema(name, version) : undefined;
  }
  if (of === 'parts') return isPartFile(name) ? partSchema(name) : undefined;
  const row = findType(name);
  if (!row || isEnum(row)) return undefined;
  const message = name as MessageName;
  return of === 'new' ? newDocumentSchema(message, version) : jsonSchema(message, version);
}
