import { isObject } from '../../../src/base/json';
import { operationRow } from '../../../src/api/operations';
import { findMessage } from '../../../src/api/schema/messages';
import { toSnakeCase } from '../../../src/api/schema/scalars';
import { requiredIn, type JsonObject, type JsonValue } from '../../../src/api/schema/row';
import type { Version } from '../../../src/api/versions';
import type { Example, Wire } from './example';

/** What is sent for a row: the literal example of it, so that only the change to it is wrong. */
export type RowRequest = Pick<Wire, 'request' | 'body' | 'parts'>;

/** A request with something wrong in it, and what the service says of that. */
export interface Wrong {
  readonly what: string;
  readonly request: RowRequest;
  readonly description: string;
  /** Path of the field that is named, in snake case; empty for the request itself. */
  readonly field: string;
}

/** A request for something that is not there. */
export interface Missing {
  readonly collection: string;
  readonly request: RowRequest;
}

const UNKNOWN = 'noSuchField';

/** The request with an unknown field in each message of its body, or an unknown parameter. */
export function withUnknown({ id, wire }: Example, unknown = UNKNOWN): readonly Wrong[] {
  const { body } = operationRow(id);
  if (body === undefined) {
    const problem = `Cannot bind query parameter. Field '${unknown}' could not be found in request message.`;
    const description = `Invalid JSON payload received. Unknown name "${unknown}": ${problem}`;
    const request = { ...wire, request: withParameter(wire.request, unknown, '1') };
    return [{ what: 'a parameter', request, description, field: '' }];
  }
  return places(body, bodyOf(wire), '', []).map(({ keys, field }) => {
    const at = field === '' ? '' : ` at '${field}'`;
    return {
      what: field === '' ? 'a field' : `a field in ${field}`,
      request: changed(wire, (json) => edited(json, [...keys, unknown], 1)),
      description: `Invalid JSON payload received. Unknown name "${unknown}"${at}: Cannot find field.`,
      field,
    };
  });
}

/** The request without each field and parameter that the tables require. */
export function withoutRequired({ id, version, wire }: Example): readonly Wrong[] {
  const { body, mask, query = {} } = operationRow(id);
  const parameters = Object.entries(query)
    .filter(([, parameter]) => requiredIn(parameter, version))
    .map(([name]) => {
      // The only required parameter is the mask of a patch, whose request is named after its message.
      const snake = toSnakeCase(name);
      const field = `Update${body ?? ''}Request.${snake}`;
      const request = { ...wire, request: withoutParameter(wire.request, name) };
      return { what: name, request, field, description: bullet(field, snake) };
    });
  if (body === undefined || mask !== undefined) return parameters;
  const fields = requiredFields(body, version).map((name) => {
    const snake = toSnakeCase(name);
    const field = `${body}.${snake}`;
    const request = changed(wire, (json) => edited(json, [name], undefined));
    return { what: name, request, field, description: bullet(field, snake) };
  });
  return [...parameters, ...fields];
}

/** The request with each id of its path in turn replaced, by the collection that the id is of. */
export function withMissing({ id, wire }: Example, missing = 'missing'): readonly Missing[] {
  const { path: template } = operationRow(id);
  const shape = template.replaceAll(/\{[^=}]+=([^}]+)\}/g, '$1').split(/[/:]/);
  const [, target = ''] = wire.request.split(' ');
  const [path = ''] = target.split('?');
  const [, , ...segments] = path
    .replace(/^\/upload/, '')
    .replace(/:\w+$/, '')
    .split('/');
  return segments.flatMap((segment, index) => {
    const collection = segments[index - 1];
    if (shape[index]?.startsWith('*') !== true || collection === undefined) return [];
    const before = `${collection}/${segment}`;
    const after = `${collection}/${missing}`;
    const request = wire.request.replace(before, after);
    // Bodies repeat the name of the path, as it is.
    const body = wire.body?.replaceAll(`${collection}/${decodeURIComponent(segment)}`, after);
    const { parts } = wire;
    const content = { ...(body === undefined ? {} : { body }), ...(parts && { parts }) };
    return [{ collection, request: { request, ...content } }];
  });
}

/** `POST /v1beta/x` → `POST /v1/x`, also on the path of uploads. */
export function inVersion(wire: Wire, from: Version, to: Version): RowRequest {
  return { ...wire, request: wire.request.replace(`/${from}/`, `/${to}/`) };
}

function bullet(field: string, name: string): string {
  return `* ${field}: ${name} is not specified\n`;
}

function requiredFields(message: string, version: Version): readonly string[] {
  const row = findMessage(message);
  if (!row) throw new TypeError(`${message} is not a message`);
  return Object.entries(row.fields)
    .filter(([, field]) => requiredIn(field, version) && !field.pathBound && !field.outputOnly)
    .map(([name]) => name);
}

interface Place {
  readonly keys: readonly (string | number)[];
  /** As the service writes the path. */
  readonly field: string;
}

/** Where the messages of a body are: free JSON and maps are none. */
function places(
  type: string,
  json: JsonValue,
  field: string,
  keys: Place['keys'],
): readonly Place[] {
  const row = findMessage(type);
  if (!row || !isObject(json)) return [];
  const inner = Object.entries(json).flatMap(([name, value]) => {
    const known = row.fields[name];
    if (!known || known.map || value === undefined) return [];
    const path = `${field === '' ? '' : `${field}.`}${toSnakeCase(name)}`;
    if (!Array.isArray(value)) return places(known.type, value, path, [...keys, name]);
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      places(known.type, item, `${path}[${index}]`, [...keys, name, index]),
    );
  });
  return [{ keys, field }, ...inner];
}

function bodyOf({ body, parts }: RowRequest): JsonObject {
  const text = parts ? Buffer.from(parts[0]?.bytes ?? []).toString() : body;
  return JSON.parse(text ?? '{}') as JsonObject;
}

function changed(
  wire: RowRequest,
  change: (json: JsonObject) => JsonValue | undefined,
): RowRequest {
  const text = JSON.stringify(change(bodyOf(wire)));
  const [first, ...rest] = wire.parts ?? [];
  if (!first) return { ...wire, body: text };
  return { ...wire, parts: [{ ...first, bytes: Buffer.from(text) }, ...rest] };
}

/** The JSON with another value at a place, or without the place. */
function edited(
  json: JsonValue | undefined,
  keys: Place['keys'],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(json)) {
    return (json as readonly JsonValue[]).map((item, index) =>
      index === key ? (edited(item, rest, value) ?? null) : item,
    );
  }
  const object = isObject(json) ? json : {};
  return { ...object, [key]: edited(object[key], rest, value) };
}

function withParameter(request: string, name: string, value: string): string {
  return `${request}${request.includes('?') ? '&' : '?'}${name}=${value}`;
}

function withoutParameter(request: string, name: string): string {
  const [target = '', query = ''] = request.split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return rest.length === 0 ? target : `${target}?${rest.join('&')}`;
}
