import { resourceField } from '../api/names';
import { findMessage } from '../api/schema/messages';
import { toCamelCase, toSnakeCase } from '../api/schema/scalars';
import { requiredProblems } from '../api/schema/required';
import {
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type MessageRow,
  requiredIn,
} from '../api/schema/row';
import { isInEdition, type Edition } from '../api/versions';
import { isObject } from '../base/json';
import type { Call } from './call';
import type { Stored } from './state';
import { badFields, refuseProblems, StatusError } from './status';
import type { HandlerContext } from './handlerContext';

export interface Patch {
  readonly message: string;
  readonly version: Edition;
  /** Comma-separated paths in camel or snake case. `*` selects all mutable fields. */
  readonly mask: string | undefined;
  /** Whether the mask is required. Otherwise a missing mask selects all given fields (AIP-134). */
  readonly isRequired: boolean;
  readonly allowed: readonly string[];
  /** New values. Missing fields in the mask are cleared. */
  readonly change: JsonObject;
}

/** Returns the update of a patch call. @param message type if the body is a union. */
export function parsePatch({ row, version, body, query }: Call, message = row.body ?? ''): Patch {
  const { updateMask = query.update_mask } = query;
  const field = row.query?.updateMask ?? row.query?.update_mask ?? {};
  return {
    message,
    version,
    mask: typeof updateMask === 'string' ? updateMask : undefined,
    isRequired: requiredIn(field, version),
    allowed: (row.mask ?? []).filter((name) => hasField(message, name, version)),
    change: body,
  };
}

/** The mask covers all versions; each version rejects fields that its messages lack. */
function hasField(message: string, name: string, version: Edition): boolean {
  const row = findMessage(message);
  return row !== undefined && isInEdition(row.fields[name]?.versions, version);
}

/**
 * Returns an updated resource with a new update time, without storing it. Throws 400 for an invalid
 * mask.
 */
export function applyPatch(world: HandlerContext, stored: Stored, patch: Patch): JsonObject {
  return { ...applyMask(stored.resource, patch), updateTime: world.time.stamp() };
}

/**
 * Applies an update. Throws 400 for unknown or immutable paths and for missing required fields. The error
 * messages aren't published.
 */
export function applyMask(current: JsonObject, patch: Patch): JsonObject {
  const paths = pathsOf(patch);
  const changed = paths.reduce((resource, path) => copyPath(resource, patch.change, path), current);
  refuseProblems(patch.allowed.flatMap((name) => missingIn(patch, name, changed[name])));
  return changed;
}

function missingIn(
  { message, version }: Patch,
  name: string,
  value: JsonValue | undefined,
): readonly string[] {
  if (value !== undefined) return requiredProblems(message, version, { [name]: value }, true);
  const field = fieldOf(message, name);
  if (!field || !requiredIn(field, version)) return [];
  const snake = toSnakeCase(name);
  return [`* ${message}.${snake}: ${snake} is not specified`];
}

function pathsOf(patch: Patch): readonly (readonly string[])[] {
  const texts = (patch.mask ?? '').split(',').map((text) => text.trim());
  const named = texts.filter((text) => text !== '');
  if (named.length === 0 && patch.isRequired) {
    throw badFields([`* Update${patch.message}Request.update_mask: update_mask is not specified`]);
  }
  if (named.length === 0) {
    return patch.allowed.filter((name) => patch.change[name] !== undefined).map((name) => [name]);
  }
  if (named.includes('*')) return patch.allowed.map((name) => [name]);
  return named.map((text) => readPath(patch, text));
}

function readPath(patch: Patch, text: string): readonly string[] {
  const path: string[] = [];
  let type: string | undefined = patch.message;
  for (const step of text.split('.')) {
    // Messages may define names in either case.
    const forms: readonly string[] = [step, toCamelCase(step), toSnakeCase(step)];
    const of = type;
    const name = of === undefined ? undefined : forms.find((form) => fieldOf(of, form));
    const field: FieldRow | undefined = fieldOf(of ?? '', name ?? '');
    if (!field || name === undefined) {
      throw invalidPath(text, `${patch.message} has no such field`);
    }
    path.push(name);
    // A list can only be replaced as a whole.
    type = field.repeated || field.map ? undefined : field.type;
  }
  if (!patch.allowed.includes(path[0] ?? '')) {
    throw invalidPath(text, 'this field cannot be changed');
  }
  return path;
}

function fieldOf(type: string, name: string): FieldRow | undefined {
  const row: MessageRow | undefined = findMessage(type);
  return row && Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
}

function invalidPath(text: string, problem: string): StatusError {
  const path = text.split('.').map(toSnakeCase).join('.');
  return new StatusError(400, `Invalid update_mask: path '${path}': ${problem}.`);
}

function copyPath(to: JsonObject, from: JsonObject, path: readonly string[]): JsonObject {
  const [name = '', ...rest] = path;
  const value = from[name];
  const copied: JsonValue | undefined =
    rest.length === 0 ? value : copyPath(objectOf(to[name]), objectOf(value), rest);
  const others = Object.entries(to).filter(([key]) => key !== name);
  return Object.fromEntries(
    copied === undefined ? others : Object.entries({ ...to, [name]: copied }),
  );
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value ?? null) ? (value as JsonObject) : {};
}

/**
 * Throws 400 if the body names a different resource than the URL, or has any name if names aren't allowed.
 * Checks the raw JSON, because parsing drops output-only names.
 */
export function checkSameName(
  json: JsonValue,
  {
    path,
    row,
  }: {
    readonly path: { readonly [name: string]: string };
    readonly row: { readonly body?: string };
  },
): void {
  if (!isObject(json)) return;
  for (const [variable, name] of Object.entries(path)) {
    const field = resourceField(variable);
    const given = field === undefined ? undefined : json[field];
    if (field === undefined || typeof given !== 'string' || given === '') continue;
    if (fieldOf(row.body ?? '', field)?.presence === true) {
      const outer = toSnakeCase(variable.split('.')[0] ?? '');
      throw new StatusError(
        400,
        `Invalid value at '${outer}' (oneof), oneof field '_${field}' is already set. Cannot set '${field}'`,
      );
    }
    if (given === name) continue;
    throw new StatusError(400, `The name in the body must be ${name}, as in the URL.`);
  }
}
