import { isObject, items, objectAt, textAt } from '../base/json';
import { templateVariables } from '../api/names';
import { operationIds, operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { findType, isEnum, isUnion } from '../api/schema/messages';
import { namedTypes } from '../api/schema/union';
import type { FieldRow, JsonObject } from '../api/schema/row';
import { isInEdition, isAvailable, type Version } from '../api/versions';

export interface Outline {
  /** Methods by ID, such as `models.get`. */
  readonly methods: ReadonlyMap<string, MethodOutline>;
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, readonly string[] | undefined>>;
}

export interface MethodOutline {
  readonly verb: string;
  /** Path with variables as patterns, such as `v1beta/models/*:generateContent`. */
  readonly path: string;
  /** Query parameters, without those common to all methods. */
  readonly query: readonly string[];
}

// Limit on nested resources; the API has four levels.
const MAX_DEPTH = 10;

/** Converts a discovery document. Ignores unknown structures. */
export function documentOutline(document: JsonObject): Outline {
  const methods = new Map<string, MethodOutline>();
  addMethods(methods, document, 0);
  const schemas = objectsOf(objectAt(document, 'schemas'));
  const messages = schemas.map(([name, schema]) => {
    const fields = objectsOf(objectAt(schema, 'properties'));
    return [name, new Map(fields.map(([field, one]) => [field, valuesOfProperty(one)]))] as const;
  });
  return { methods, messages: new Map(messages) };
}

function addMethods(found: Map<string, MethodOutline>, resource: JsonObject, depth: number): void {
  if (depth > MAX_DEPTH) return;
  for (const [, method] of objectsOf(objectAt(resource, 'methods'))) {
    found.set(textAt(method, 'id').replace(/^[^.]*\./, ''), methodOfDocument(method));
  }
  for (const [, inner] of objectsOf(objectAt(resource, 'resources'))) {
    addMethods(found, inner, depth + 1);
  }
}

function methodOfDocument(method: JsonObject): MethodOutline {
  const parameters = objectAt(method, 'parameters');
  const query = objectsOf(parameters).filter(([, one]) => textAt(one, 'location') === 'query');
  const path = textAt(method, 'path').replaceAll(/\{\+?([^}]+)\}/g, (_all, name: string) =>
    patternOf(objectAt(parameters, name)),
  );
  return { verb: textAt(method, 'httpMethod'), path, query: query.map(([name]) => name) };
}

function patternOf(parameter: JsonObject): string {
  const pattern = textAt(parameter, 'pattern').replace(/^\^/, '').replace(/\$$/, '');
  if (pattern === '') return '*';
  return pattern.replaceAll('[^/]+', '*').replaceAll('.*', '**');
}

function valuesOfProperty(property: JsonObject): readonly string[] | undefined {
  const lists = [property, objectAt(property, 'items')].map((place) => items(place.enum));
  return lists.find(({ length }) => length > 0)?.filter((value) => typeof value === 'string');
}

function objectsOf(value: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(value).flatMap(([name, one]) => (isObject(one) ? [[name, one]] : []));
}

export function tableOutline(version: Version): Outline {
  const rows = operationIds()
    .map((id) => [id, operationRow(id)] as const)
    .filter(([, row]) => isAvailable(row, version));
  const types = rows.flatMap(([, { body, response, longRunning }]) => [
    ...(body === undefined ? [] : [body]),
    response,
    ...(longRunning ? [longRunning.metadata ?? [], longRunning.response].flat() : []),
  ]);
  return {
    methods: new Map(rows.map(([id, row]) => [id, methodOfRow(row, version)])),
    messages: messagesOfTypes(types, version),
  };
}

function methodOfRow({ verb, path, query = {} }: OperationRow, version: Version): MethodOutline {
  const plain = templateVariables(path).reduce(
    (text, { name, pattern }) => text.replace(`{${name}=${pattern}}`, () => pattern),
    path,
  );
  const known = Object.entries(query).filter(([, { versions }]) => isInEdition(versions, version));
  return { verb, path: `${version}/${plain}`, query: known.map(([name]) => name) };
}

function messagesOfTypes(types: readonly string[], version: Version): Outline['messages'] {
  const found = new Map<string, ReadonlyMap<string, readonly string[] | undefined>>();
  const wanted = [...types];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    const row = findType(type);
    if (!row || isEnum(row) || found.has(schemaName(type))) continue;
    if (isUnion(row)) {
      found.set(schemaName(type), new Map());
      wanted.push(...namedTypes(row));
      continue;
    }
    const fields = Object.entries(row.fields).filter(([, one]) =>
      isInEdition(one.versions, version),
    );
    const outline = fields.map(([name, field]) => [name, valuesOfField(field, version)] as const);
    found.set(schemaName(type), new Map(outline));
    wanted.push(...fields.map(([, field]) => field.type));
  }
  return found;
}

function valuesOfField({ type }: FieldRow, version: Version): readonly string[] | undefined {
  const row = findType(type);
  if (!row || !isEnum(row)) return undefined;
  return Object.keys(row.values).filter((name) => isInEdition(row.only?.[name], version));
}

function schemaName(type: string): string {
  return type.replace(/^google\.\w+\./, '').replaceAll('.', '');
}
