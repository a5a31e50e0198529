import type { Edition } from '../versions';
import { toSnakeCase } from './scalars';
import { requiredIn, type FieldRow, type JsonObject, type JsonValue, type MessageRow } from './row';
import { messageOf, messagesIn } from './union';

// Requirements of the live API beyond `required` in the tables.
const rules: {
  readonly [message: string]: { readonly oneof?: string; readonly filled?: readonly string[] };
} = {
  Part: { oneof: 'data' },
  Content: { filled: ['parts'] },
};

// Documented as required but optional in the live API. Google's SDK examples omit batch names.
const tolerated: ReadonlySet<string> = new Set([
  'FunctionDeclaration.description',
  'Schema.type',
  'GenerateContentBatch.displayName',
  'EmbedContentBatch.displayName',
]);

/** Maximum number of problems, because a request can hold millions of empty messages. */
const MAX_PROBLEMS = 100;

/**
 * Returns the first 100 missing fields of a parsed request in API format, such as `*
 * GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field`.
 * @param isPartial whether an update mask allows the message's own fields to be absent
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
  const { row } = messageOf(message, value) ?? {};
  if (!row) return;
  const rule = Object.hasOwn(rules, message) ? rules[message] : undefined;
  const fields = Object.entries(row.fields);
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
      if (field.pathBound && path === message) continue;
      if (row.case === 'snake') {
        problems.push(missingName(row, name, path));
        continue;
      }
      const snake = toSnakeCase(name);
      const problem = filled ? `contents.${snake} must not be empty.` : `${snake} is not specified`;
      problems.push(`* ${path}.${snake}: ${problem}`);
      continue;
    }
    // Nested requests are checked when executed.
    if (field.lent) continue;
    const at = `${path}.${toSnakeCase(name)}`;
    for (const [step, type, item] of messagesIn(field, inner)) {
      if (problems.length >= MAX_PROBLEMS) return;
      collect(type, version, item, `${at}${step}`, problems, isMasked);
    }
  }
}

function missingName({ fields }: MessageRow, name: string, path: string): string {
  const word = fields.type?.const;
  return word === undefined
    ? `Missing ${name} in ${path}`
    : `Missing ${name} in content of type ${word}`;
}

function isMissing(value: JsonValue | undefined): value is undefined {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether the live API rejects a message without the field. */
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
