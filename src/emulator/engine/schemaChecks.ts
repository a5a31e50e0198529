import type { JsonValue } from '../../api/schema/row';
import { jsonSchemaProblems, schemaProblems } from '../../api/schema/schemaRules';
import type { Edition } from '../../api/versions';

/** Returns the problems of a `Schema` as bullets. @param at field path with its bullet. */
export function schemaBullets(
  at: string,
  schema: object | undefined,
  version: Edition,
): readonly string[] {
  if (!schema) return [];
  return schemaProblems(schema as JsonValue, version.endsWith('@2024')).map(
    ({ path, message }) => `${path === '' ? at : `${at}.${path}`}: ${message}`,
  );
}

export function jsonSchemaProblem(schema: unknown): string | undefined {
  if (schema === undefined) return undefined;
  return jsonSchemaProblems(schema as JsonValue)[0]?.message;
}
