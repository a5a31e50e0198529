import { resourceField, templateVariables } from '../api/names';
import { operationRow, type OperationId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { repeatsName } from '../api/request';
import { findMessage, findType, isEnum, isUnion } from '../api/schema/messages';
import {
  requiredIn,
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type MessageRow,
} from '../api/schema/row';
import { formsOf } from '../api/schema/union';
import { isInEdition, type Version } from '../api/versions';
import type { RequestFile } from './requestFile';
import { fieldExamples, mediaExample, messageExamples, type PathNames } from './templateExamples';

export type Template = Pick<RequestFile, 'query' | 'body' | 'media'>;

/** Returns a valid sample request with all required fields. Sample resources may not exist. */
export function templateFor(operation: OperationId, version: Version, path: PathNames): Template {
  const row = operationRow(operation);
  const { body: message, mask, upload } = row;
  const body =
    message === undefined
      ? undefined
      : { ...nameInBody(row, path), ...bodyFor(message, version, path, mask) };
  return {
    query: queryTemplate(row, version, body),
    ...(body === undefined ? {} : { body }),
    ...(upload ? { media: mediaExample } : {}),
  };
}

/** Returns required query parameters, and always the update mask, which lists the body's fields. */
export function queryTemplate(
  { query = {}, mask = [] }: OperationRow,
  version: Version,
  body: JsonObject | undefined,
): Template['query'] {
  const named = Object.keys(body ?? {}).filter((name) => mask.includes(name));
  const known = Object.entries(query).filter(
    ([, parameter]) =>
      isInEdition(parameter.versions, version) &&
      (parameter.type === 'fieldMask' || requiredIn(parameter, version)),
  );
  return Object.fromEntries(
    known.map(([name, { type, limits: { enum: [only = '', ...others] = [] } = {} }]) => [
      name,
      type === 'fieldMask' ? named.join() : others.length === 0 ? only : '',
    ]),
  );
}

export function nameInBody(
  { path: template, body = '' }: OperationRow,
  path: PathNames,
): JsonObject {
  return Object.fromEntries(
    templateVariables(template).flatMap(({ name }) => {
      const field = resourceField(name);
      const value = path[name];
      if (field === undefined || value === undefined || !repeatsName(body, field)) return [];
      return [[field, value]];
    }),
  );
}

/** Returns the fields of a message in a version, without output-only fields. */
export function messageFields(
  message: string,
  version: Version,
): readonly (readonly [string, FieldRow])[] {
  return Object.entries(messageRow(message).fields).filter(
    ([, field]) => isInEdition(field.versions, version) && !field.outputOnly,
  );
}

function bodyFor(
  message: string,
  version: Version,
  path: PathNames,
  only: readonly string[] | undefined,
): JsonObject {
  const isOpen = (name: string, field: FieldRow): boolean =>
    !field.pathBound && (only === undefined || only.includes(name) || field.const !== undefined);
  return messageFor(firstForm(message), version, path, isOpen);
}

function messageFor(
  message: string,
  version: Version,
  path: PathNames,
  isOpen: (name: string, field: FieldRow) => boolean,
): JsonObject {
  const entries = messageFields(message, version).flatMap(([name, field]) => {
    if (!isOpen(name, field)) return [];
    const key = `${message}.${name}`;
    const example = Object.hasOwn(fieldExamples, key) ? fieldExamples[key] : undefined;
    if (typeof example === 'function') return [[name, example(path)] as const];
    if (example !== undefined) return [[name, example] as const];
    if (!requiredIn(field, version)) return [];
    if (field.const !== undefined) return [[name, field.const] as const];
    const value = valueFor(field.type, version, path);
    return [[name, field.repeated ? [value] : value] as const];
  });
  return Object.fromEntries(entries);
}

function valueFor(type: string, version: Version, path: PathNames): JsonValue {
  const row = findType(type);
  if (!row) return scalarFor(type);
  if (isEnum(row)) {
    const [none = '', first = none] = Object.keys(row.values).filter((value) =>
      isInEdition(row.only?.[value], version),
    );
    return first;
  }
  const example = Object.hasOwn(messageExamples, type) ? messageExamples[type] : undefined;
  if (example !== undefined) return example;
  if (!isUnion(row)) return messageFor(type, version, path, () => true);
  const [form] = formsOf(row);
  const value = form ? valueFor(form.type, version, path) : null;
  return form?.isList ? [value] : value;
}

function scalarFor(type: string): JsonValue {
  if (type === 'bool') return true;
  if (['int32', 'float', 'double'].includes(type)) return 1;
  if (type === 'int64') return '1';
  if (type === 'struct') return {};
  return type === 'duration' ? '1s' : 'text';
}

function firstForm(message: string): string {
  const type = findType(message);
  const [form] = type && isUnion(type) ? formsOf(type) : [];
  return form?.type ?? message;
}

function messageRow(message: string): MessageRow {
  const row = findMessage(firstForm(message));
  if (!row) throw new TypeError(`${message} isn’t a message type.`);
  return row;
}
