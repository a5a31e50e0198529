import { findType, isEnum, messages } from '../../api/schema/messages';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../api/schema/scalars';
import { holdsIn, VERSIONS, type Version } from '../../api/versions';

/** How a field is written, worked out once from the tables: a stream has thousands of messages. */
interface FieldPlan {
  readonly isMap: boolean;
  /** Whether a default value says something, so that it is written. */
  readonly keepsDefault: boolean;
  /** The value of an enumeration that stands for none. */
  readonly zero: string | undefined;
  /** The fields of the message that it is. */
  readonly inner: MessagePlan | undefined;
}

type MessagePlan = ReadonlyMap<string, FieldPlan>;

const plans: ReadonlyMap<Version, ReadonlyMap<string, MessagePlan>> = new Map(
  VERSIONS.map((version) => [version, plansOf(version)]),
);

/**
 * A message as the service writes it: JSON names, default values left out, and nothing that its version
 * lacks.
 */
export function toWire(type: string, version: Version, value: JsonObject): JsonObject {
  const plan = plans.get(version)?.get(type);
  if (!plan) throw new TypeError(`${type} is not a message`);
  return written(plan, value);
}

function plansOf(version: Version): ReadonlyMap<string, MessagePlan> {
  const all = new Map<string, Map<string, FieldPlan>>();
  // Messages contain one another: each has its plan before any is filled.
  for (const name of Object.keys(messages)) all.set(name, new Map());
  for (const [name, plan] of all) {
    const row = findType(name);
    if (!row || isEnum(row)) {
      all.delete(name);
      continue;
    }
    for (const [key, field] of Object.entries(row.fields)) {
      if (holdsIn(field.versions, version)) plan.set(key, planOf(field, all));
    }
  }
  return all;
}

function planOf(field: FieldRow, all: ReadonlyMap<string, MessagePlan>): FieldPlan {
  const row = findType(field.type);
  const zero = row && isEnum(row) && Object.entries(row.values).find(([, number]) => number === 0);
  return {
    isMap: field.map === true,
    keepsDefault: field.presence === true || field.oneof !== undefined,
    zero: zero ? zero[0] : undefined,
    inner: row && !isEnum(row) ? all.get(field.type) : undefined,
  };
}

function written(plan: MessagePlan, value: JsonObject): JsonObject {
  // Only names of the tables become keys of it.
  const wire: { [name: string]: JsonValue } = {};
  for (const name of Object.keys(value)) {
    const field = plan.get(name);
    const json = value[name];
    if (!field || json === undefined || isDefault(field, json)) continue;
    wire[name] = field.inner ? messageIn(field, field.inner, json) : json;
  }
  return wire;
}

function messageIn(field: FieldPlan, plan: MessagePlan, json: JsonValue): JsonValue {
  const one = (item: JsonValue): JsonValue => (isObject(item) ? written(plan, item) : item);
  if (Array.isArray(json)) return (json as readonly JsonValue[]).map(one);
  if (!field.isMap || !isObject(json)) return one(json);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, one(item ?? null)]));
}

function isDefault({ keepsDefault, zero }: FieldPlan, json: JsonValue): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (keepsDefault) return false;
  return json === 0 || json === '' || json === false || json === null || json === zero;
}
