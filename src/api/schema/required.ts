import type { Edition } from '../versions';
import { toSnakeCase } from './scalars';
import { requiredIn, type FieldRow, type JsonObject, type JsonValue, type MessageRow } from './row';
import { messageOf, messagesIn } from './union';

// What the service demands beyond the tables' `required`, seen live.
const rules: {
  readonly [message: string]: { readonly oneof?: string; readonly filled?: readonly string[] };
} = {
  Part: { oneof: 'data' },
  Content: { filled: ['parts'] },
};

// Declared required in the service's documents, yet the live service does without. Names of batches are left out by
// the examples of Google's own SDK.
const tolerated: ReadonlySet<string> = new Set([
  'FunctionDeclaration.description',
  'Schema.type',
  'GenerateContentBatch.displayName',
  'EmbedContentBatch.displayName',
]);

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
  const { row } = messageOf(message, value) ?? {};
  if (!row) return;
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
      if (row.case === 'snake') {
        problems.push(missingName(row, name, path));
        continue;
      }
      const snake = toSnakeCase(name);
      const problem = filled ? `contents.${snake} must not be empty.` : `${snake} is not specified`;
      problems.push(`* ${path}.${snake}: ${problem}`);
      continue;
    }
    // What a request of its own misses is told when it is its turn.
    if (field.lent) continue;
    const at = `${path}.${toSnakeCase(name)}`;
    for (const [step, type, item] of messagesIn(field, inner)) {
      if (problems.length >= MAX_PROBLEMS) return;
      collect(type, version, item, `${at}${step}`, problems, isMasked);
    }
  }
}

/** As the younger part of the service says it, with the word that tells the message from others. */
function missingName({ fields }: MessageRow, name: string, path: string): string {
  const word = fields.type?.const;
  return word === undefined
    ? `Missing ${name} in ${path}`
    : `Missing ${name} in content of type ${word}`;
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
