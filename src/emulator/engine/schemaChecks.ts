import type { JsonValue } from '../../api/schema/row';
import { jsonSchemaProblems, schemaProblems } from '../../api/schema/schemaRules';
import type { Edition } from '../../api/versions';

/** What the service refuses about a `Schema`, one bullet each. @param at where it stands, with its bullet. */
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

/** The first thing that the service refuses about a JSON Schema. */
export function jsonSchemaProblem(schema: unknown): string | undefined {
  if (schema === undefined) return undefined;
  return jsonSchemaProblems(schema as JsonValue)[0]?.message;
}
