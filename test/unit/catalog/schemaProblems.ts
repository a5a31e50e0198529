import { isObject } from '../../../src/base/json';
import type { JsonObject } from '../../../src/api/schema/row';

/** What a value breaks of a JSON schema, as far as our schemas use it; paths with the rule that is broken. */
export function schemaProblems(root: JsonObject, value: unknown): readonly string[] {
  return check(root, root, value, '');
}

function check(root: JsonObject, schema: JsonObject, value: unknown, at: string): string[] {
  const problems: string[] = [];
  const object = (part: unknown): JsonObject => (isObject(part) ? part : {});
  const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);
  const inner = (part: unknown, one: unknown, step: string): string[] =>
    check(root, object(part), one, `${at}/${step}`);
  const { $ref, type, pattern, required, properties, additionalProperties, items } = schema;
  if (typeof $ref === 'string') {
    const [, , name = ''] = $ref.split('/');
    return check(root, object(object(root.definitions)[name]), value, at);
  }
  for (const part of list(schema.allOf)) problems.push(...check(root, object(part), value, at));
  const holding = (parts: unknown): number =>
    list(parts).filter((part) => check(root, object(part), value, at).length === 0).length;
  if (schema.anyOf && holding(schema.anyOf) === 0) problems.push(`${at} anyOf`);
  if (schema.oneOf && holding(schema.oneOf) !== 1) problems.push(`${at} oneOf`);
  if ('const' in schema && schema.const !== value) problems.push(`${at} const`);
  if (schema.enum && !list(schema.enum).includes(value)) problems.push(`${at} enum`);
  const types = typeof type === 'string' ? [type] : list(type);
  if (types.length > 0 && !types.some((one) => isOf(one, value))) problems.push(`${at} type`);
  if (
    typeof pattern === 'string' &&
    typeof value === 'string' &&
    !new RegExp(pattern).test(value)
  ) {
    problems.push(`${at} pattern`);
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) problems.push(...inner(items, one, String(index)));
  }
  if (!isObject(value)) return problems;
  for (const name of list(required)) {
    if (value[String(name)] === undefined) problems.push(`${at} required ${String(name)}`);
  }
  const known = object(properties);
  for (const [name, one] of Object.entries(value)) {
    if (Object.hasOwn(known, name)) problems.push(...inner(known[name], one, name));
    else if (additionalProperties === false) problems.push(`${at}/${name} unknown`);
    else if (isObject(additionalProperties)) {
      problems.push(...inner(additionalProperties, one, name));
    }
  }
  return problems;
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
