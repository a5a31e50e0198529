import { operationRow, type OperationId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { findType, isEnum } from '../api/schema/messages';
import {
  requiredIn,
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type MessageRow,
} from '../api/schema/row';
import { holdsIn, type Version } from '../api/versions';
import type { RequestFile } from './requestFile';
import { fieldExamples, mediaExample, messageExamples, type PathNames } from './templateExamples';

/** What a request has besides its path. */
export type Template = Pick<RequestFile, 'query' | 'body' | 'media'>;

/**
 * A request that can be sent as it is: everything that its schema requires, with values that make sense.
 * What it names besides its path may not be there.
 */
export function templateFor(operation: OperationId, version: Version, path: PathNames): Template {
  const row = operationRow(operation);
  const { body: message, mask, upload } = row;
  const body = message === undefined ? undefined : bodyFor(message, version, path, mask);
  return {
    query: queryFor(row, version, body),
    ...(body === undefined ? {} : { body }),
    ...(upload ? { media: mediaExample } : {}),
  };
}

/** The parameters that must be there. A mask names what the body has. */
export function queryFor(
  { query = {} }: OperationRow,
  version: Version,
  body: JsonObject | undefined,
): Template['query'] {
  const required = Object.entries(query).filter(
    ([, parameter]) => parameter.required && holdsIn(parameter.versions, version),
  );
  return Object.fromEntries(
    required.map(([name, { type }]) => [
      name,
      type === 'fieldMask' ? Object.keys(body ?? {}).join() : '',
    ]),
  );
}

/** The fields of a message that a version has, but those that only the service sets. */
export function fieldsOf(
  message: string,
  version: Version,
): readonly (readonly [string, FieldRow])[] {
  return Object.entries(messageRow(message).fields).filter(
    ([, field]) => holdsIn(field.versions, version) && !field.outputOnly,
  );
}

/** @param only the fields that may be in it; all others where absent. */
function bodyFor(
  message: string,
  version: Version,
  path: PathNames,
  only: readonly string[] | undefined,
): JsonObject {
  const isOpen = (name: string, field: FieldRow): boolean =>
    !field.pathBound && (only === undefined || only.includes(name));
  return messageFor(message, version, path, isOpen);
}

function messageFor(
  message: string,
  version: Version,
  path: PathNames,
  isOpen: (name: string, field: FieldRow) => boolean,
): JsonObject {
  const entries = fieldsOf(message, version).flatMap(([name, field]) => {
    if (!isOpen(name, field)) return [];
    const key = `${message}.${name}`;
    const example = Object.hasOwn(fieldExamples, key) ? fieldExamples[key] : undefined;
    if (typeof example === 'function') return [[name, example(path)] as const];
    if (example !== undefined) return [[name, example] as const];
    if (!requiredIn(field, version)) return [];
    const value = valueFor(field.type, version, path);
    return [[name, field.repeated ? [value] : value] as const];
  });
  return Object.fromEntries(entries);
}

function valueFor(type: string, version: Version, path: PathNames): JsonValue {
  const row = findType(type);
  if (!row) return scalarFor(type);
  if (isEnum(row)) {
    // The first value says that there is none.
    const [none = '', first = none] = Object.keys(row.values).filter((value) =>
      holdsIn(row.only?.[value], version),
    );
    return first;
  }
  const example = Object.hasOwn(messageExamples, type) ? messageExamples[type] : undefined;
  return example ?? messageFor(type, version, path, () => true);
}

function scalarFor(type: string): JsonValue {
  if (type === 'bool') return true;
  if (['int32', 'float', 'double'].includes(type)) return 1;
  if (type === 'int64') return '1';
  if (type === 'struct') return {};
  return type === 'duration' ? '1s' : 'text';
}

function messageRow(message: string): MessageRow {
  const row = findType(message);
  if (!row || isEnum(row)) throw new TypeError(`${message} is no message.`);
  return row;
}
