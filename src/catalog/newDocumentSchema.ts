import { isObject } from '../api/json';
import { jsonSchema } from '../api/schema/jsonSchema';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';

/**
 * JSON Schema (draft-07) of a document with a resource that is yet to be made: without what only the
 * service sets, and with nothing that it does not know.
 */
export function newDocumentSchema(message: MessageName, version: Version): JsonObject {
  const schema = jsonSchema(message, version);
  const known = isObject(schema.definitions) ? schema.definitions : {};
  const definitions = Object.entries(known).map(([name, one]) => [name, withoutOutput(one)]);
  return { ...schema, definitions: Object.fromEntries(definitions) as JsonObject };
}

function withoutOutput(definition: unknown): JsonObject {
  if (!isObject(definition) || !isObject(definition.properties)) {
    return isObject(definition) ? definition : {};
  }
  const properties = Object.entries(definition.properties).filter(
    ([, property]) => !(isObject(property) && property.readOnly === true),
  );
  return {
    ...definition,
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}
