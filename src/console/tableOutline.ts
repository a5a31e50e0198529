import { templateVariables } from '../api/names';
import { operationIds, operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { findType, isEnum } from '../api/schema/messages';
import type { FieldRow } from '../api/schema/row';
import { holdsIn, type Version } from '../api/versions';
import type { MethodOutline, Outline } from './outline';

/** A version of the service as our tables have it. */
export function tableOutline(version: Version): Outline {
  const rows = operationIds()
    .map((id) => [id, operationRow(id)] as const)
    .filter(([, row]) => row.versions.includes(version));
  const types = rows.flatMap(([, { body, response, longRunning }]) => [
    ...(body === undefined ? [] : [body]),
    response,
    ...(longRunning ? [longRunning.metadata, longRunning.response] : []),
  ]);
  return {
    methods: new Map(rows.map(([id, row]) => [id, methodOf(row, version)])),
    messages: messagesOf(types, version),
  };
}

function methodOf({ verb, path, query = {} }: OperationRow, version: Version): MethodOutline {
  const plain = templateVariables(path).reduce(
    (text, { name, pattern }) => text.replace(`{${name}=${pattern}}`, () => pattern),
    path,
  );
  const known = Object.entries(query).filter(([, { versions }]) => holdsIn(versions, version));
  return { verb, path: `${version}/${plain}`, query: known.map(([name]) => name) };
}

/** These messages and all that they use. */
function messagesOf(types: readonly string[], version: Version): Outline['messages'] {
  const found = new Map<string, ReadonlyMap<string, readonly string[] | undefined>>();
  const wanted = [...types];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    const row = findType(type);
    if (!row || isEnum(row) || found.has(schemaName(type))) continue;
    const fields = Object.entries(row.fields).filter(([, one]) => holdsIn(one.versions, version));
    const outline = fields.map(([name, field]) => [name, valuesOf(field, version)] as const);
    found.set(schemaName(type), new Map(outline));
    wanted.push(...fields.map(([, field]) => field.type));
  }
  return found;
}

function valuesOf({ type }: FieldRow, version: Version): readonly string[] | undefined {
  const row = findType(type);
  if (!row || !isEnum(row)) return undefined;
  return Object.keys(row.values).filter((name) => holdsIn(row.only?.[name], version));
}

/** As discovery documents name messages: without a package, and in one word. */
function schemaName(type: string): string {
  return type.replace(/^google\.\w+\./, '').replaceAll('.', '');
}
