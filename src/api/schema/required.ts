import { isObject } from '../../base/json';
import type { Edition } from '../versions';
import { findType, isEnum } from './messages';
import { toSnakeCase } from './scalars';
import { requiredIn, type FieldRow, type JsonObject, type JsonValue } from './row';

// What the service demands beyond the tables' `required`, seen live.
const rules: {
  readonly [message: string]: { readonly oneof?: string; readonly filled?: readonly string[] };
} = {
  Part: { oneof: 'data' },
  Content: { filled: ['parts'] },
};

// Declared required in the protos, yet the live service does without.
const tolerated: ReadonlySet<string> = new Set(['FunctionDeclaration.description', 'Schema.type']);

/** Of what is missing only so much is told: a request can hold millions of empty messages. */
const MAX_PROBLEMS = 100;

/**
 * The first 100 things that the service misses in a request that it could read, in the order of the request: bullets such as
 * `* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one
 * initialized field`.
 * @param isPartial the message has only what an update mask names, so that its own fields may be absent.
 */
export function requiredProblems(
  message: string,
  version: Edition,
  value: JsonObject,
  isPartial = false,
): readonly string[] {
  const problems: string[] = [];
  collect(message, version, value, message, problems, isPartial);
  return problems;
}

function collect(
  message: string,
  version: Edition,
  value: JsonObject,
  path: string,
  problems: string[],
  isPartial: boolean,
): void {
  const row = findType(message);
  if (!row || isEnum(row)) return;
  const rule = Object.hasOwn(rules, message) ? rules[message] : undefined;
  const fields = Object.entries(row.fields);
  // What stands beside a mask has what the mask names.
  const isMasked = fields.some(([, field]) => field.type === 'fieldMask');
  const { oneof } = rule ?? {};
  if (oneof !== undefined) {
    const set = fields.some(([name, field]) => field.oneof === oneof && value[name] !== undefined);
    if (!set) {
      const problem = `required oneof field '${oneof}' must have one initialized field`;
      problems.push(`* ${path}.${oneof}: ${problem}`);
    }
  }
  for (const [name, field] of fields) {
    if (problems.length >= MAX_PROBLEMS) return;
    const inner = value[name];
    if (isMissing(inner)) {
      const filled = rule?.filled?.includes(name) === true;
      if (isPartial || (!filled && !isRequired(message, name, field, version))) continue;
      // At the root the URL carries it.
      if (field.pathBound && path === message) continue;
      const snake = toSnakeCase(name);
      const problem = filled ? `contents.${snake} must not be empty.` : `${snake} is not specified`;
      problems.push(`* ${path}.${snake}: ${problem}`);
      continue;
    }
    // What a request of its own misses is told when it is its turn.
    if (field.lent) continue;
    const at = `${path}.${toSnakeCase(name)}`;
    for (const [step, item] of members(field, inner)) {
      if (problems.length >= MAX_PROBLEMS) return;
      if (isObject(item)) {
        collect(field.type, version, item, `${at}${step}`, problems, isMasked);
      }
    }
  }
}

function isMissing(value: JsonValue | undefined): value is undefined {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether the live service refuses a message without a field. */
export function isRequired(
  message: string,
  name: string,
  field: FieldRow,
  version: Edition,
): boolean {
  return (
    requiredIn(field, version) && field.outputOnly !== true && !tolerated.has(`${message}.${name}`)
  );
}

function* members(field: FieldRow, value: JsonValue): Iterable<readonly [string, JsonValue]> {
  if (field.map && isObject(value)) {
    for (const [index, item] of Object.values(value).entries()) {
      yield [`[${index}].value`, item ?? null];
    }
  } else if (field.repeated && Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      yield [`[${index}]`, item];
    }
  } else {
    yield ['', value];
  }
}
