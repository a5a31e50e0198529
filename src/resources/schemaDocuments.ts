import type * as vscode from 'vscode';
import type { MessageName } from '../api/schema/messages';

/** JSON schemas as virtual documents, computed from the messages: completion and hovers for our documents. */
export const schemaDocuments: vscode.TextDocumentContentProvider = {
  async provideTextDocumentContent(uri) {
    const [{ parseSchemaPath }, { jsonSchema }, { isEnum, findType }, { isVersion }] =
      await Promise.all([
        import('../catalog/documents'),
        import('../api/schema/jsonSchema'),
        import('../api/schema/messages'),
        import('../catalog/parseRef'),
      ]);
    const wanted = parseSchemaPath(uri.path);
    const row = wanted && findType(wanted.message);
    if (!wanted || !row || isEnum(row) || !isVersion(wanted.version)) return undefined;
    return JSON.stringify(jsonSchema(wanted.message as MessageName, wanted.version), undefined, 2);
  },
};
