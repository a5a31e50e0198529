import type * as vscode from 'vscode';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import type { SchemaSubject } from '../catalog/documents';

/** JSON schemas as virtual documents, computed from the tables: completion and hovers for our documents. */
export const schemaDocuments: vscode.TextDocumentContentProvider = {
  async provideTextDocumentContent(uri) {
    const { parseSchemaAddress } = await import('../catalog/documents');
    const subject = parseSchemaAddress(uri);
    const schema = subject && (await schemaOf(subject));
    return schema && JSON.stringify(schema, undefined, 2);
  },
};

async function schemaOf({ of, version, name }: SchemaSubject): Promise<JsonObject | undefined> {
  if (of === 'requests') {
    const [{ isOperationId, operationRow }, { requestDocumentSchema }] = await Promise.all([
      import('../api/operations'),
      import('../catalog/documentSchemas'),
    ]);
    const isThere = isOperationId(name) && operationRow(name).versions.includes(version);
    return isThere ? requestDocumentSchema(name, version) : undefined;
  }
  if (of === 'parts') {
    const { isPartFile, partSchema } = await import('../catalog/documentSchemas');
    return isPartFile(name) ? partSchema(name) : undefined;
  }
  const { isEnum, findType } = await import('../api/schema/messages');
  const row = findType(name);
  if (!row || isEnum(row)) return undefined;
  const message = name as MessageName;
  return of === 'new'
    ? (await import('../catalog/documentSchemas')).newDocumentSchema(message, version)
    : (await import('../api/schema/jsonSchema')).jsonSchema(message, version);
}
