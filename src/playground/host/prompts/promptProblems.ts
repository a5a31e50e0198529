import * as l10n from '@vscode/l10n';
import { isObject, tryParse } from '../../../base/json';
import { messages } from '../../../api/schema/messages';
import { toCamelCase } from '../../../api/schema/scalars';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { errorMessage } from '../../../base/errors';
import { type JsonPath, nearestPath, rangeOfPath, parseJson } from '../../../platform/jsonPath';
import type { TextProblem } from '../../../platform/diagnostics';
import { refusedSchemas, requestSchemas, type SchemaPlace } from '../partContent';
import type { PromptFiles } from './promptFiles';

/** Maximum number of attachments and schema nodes to check while typing. */
const MAX_FILES = 100;
const MAX_PARTS = 10_000;

/** Keywords of the API's own Schema message. */
const SERVICE_KEYWORDS: ReadonlySet<string> = new Set(Object.keys(messages.Schema.fields));
/** Keywords of JSON Schema. The API supports some; the others aren't typos. */
const JSON_KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$schema $id $anchor $ref $defs $comment definitions type enum const title description default examples example ' +
    'deprecated readOnly writeOnly format pattern minLength maxLength minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf properties patternProperties additionalProperties propertyNames required ' +
    'minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems ' +
    'additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems anyOf oneOf ' +
    'allOf not if then else nullable propertyOrdering'
  ).split(' '),
);

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];

const CHAT: JsonPath = ['settings', 'requests', 'chat'];

/**
 * Returns problems that the file's JSON schema doesn't cover: invalid attachments, unknown schema keywords,
 * and schemas that the API rejects.
 */
export async function promptProblems(
  text: string,
  uri: string,
  { files }: { readonly files: Pick<PromptFiles, 'resolve' | 'size'> },
): Promise<readonly TextProblem[]> {
  const { tree, mistake } = parseJson(text);
  const prompt = mistake ? undefined : tryParse(text);
  if (!isObject(prompt)) return [];
  const found: (readonly [JsonPath, string])[] = [];
  for (const path of attachmentsOf(prompt).slice(0, MAX_FILES)) {
    const problem = await fileProblem(path.name);
    if (problem !== undefined) found.push([path.at, problem]);
  }
  const schemas = requestSchemas(valueAt(prompt, CHAT), CHAT);
  for (const [at, known] of unknownKeywords(schemas)) {
    const name = String(at.at(-1));
    const near = nearest(name, known);
    const message = l10n.t('“{0}” isn’t a schema keyword.', name);
    const hint = near === undefined ? '' : l10n.t('Did you mean “{0}”?', near);
    found.push([at, [message, hint].filter(Boolean).join(' ')]);
  }
  // A misspelled keyword would cause misleading follow-up errors.
  const spelled = schemas.filter((place) => unknownKeywords([place]).length === 0);
  found.push(...refusedSchemas(spelled));
  return found.flatMap(([at, message]) => {
    const place = rangeOfPath(tree, nearestPath(tree, at) ?? at);
    return place ? [{ ...place, message }] : [];
  });

  async function fileProblem(name: string): Promise<string | undefined> {
    try {
      const file = await files.resolve(uri, name);
      if (!file) return l10n.t('“{0}” is outside the workspace.', name);
      await files.size(file.source);
      return undefined;
    } catch (error) {
      return l10n.t('Couldn’t read “{0}”: {1}', name, errorMessage(error));
    }
  }
}

function attachmentsOf({
  messages: said,
}: JsonObject): readonly { readonly at: JsonPath; readonly name: string }[] {
  return list(said).flatMap((message, index) =>
    list(isObject(message) ? message.attachments : undefined).flatMap((file, number) => {
      const name = isObject(file) ? file.path : undefined;
      const at = ['messages', index, 'attachments', number, 'path'];
      return typeof name === 'string' && name !== '' ? [{ at, name }] : [];
    }),
  );
}

function unknownKeywords(
  schemas: readonly SchemaPlace[],
): readonly (readonly [at: JsonPath, known: ReadonlySet<string>])[] {
  const found: (readonly [JsonPath, ReadonlySet<string>])[] = [];
  let left = MAX_PARTS;
  for (const { at, schema, kind } of schemas) {
    look(schema, at, kind === 'json' ? JSON_KEYWORDS : SERVICE_KEYWORDS);
  }
  return found;

  function look(schema: JsonValue | undefined, at: JsonPath, known: ReadonlySet<string>): void {
    if (!isObject(schema) || left-- <= 0) return;
    for (const name of Object.keys(schema)) {
      // The API accepts camelCase and snake_case.
      if (!known.has(name) && !known.has(toCamelCase(name))) found.push([[...at, name], known]);
    }
    for (const name of ONE) look(schema[name], [...at, name], known);
    for (const name of LISTS) {
      for (const [index, item] of list(schema[name]).entries())
        look(item, [...at, name, index], known);
    }
    for (const name of NAMED) {
      const named = schema[name];
      if (!isObject(named)) continue;
      for (const [key, item] of Object.entries(named)) look(item, [...at, name, key], known);
    }
  }
}

function valueAt(value: JsonValue | undefined, [step, ...rest]: JsonPath): JsonValue | undefined {
  if (step === undefined) return value;
  return isObject(value) ? valueAt(value[step], rest) : undefined;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  if (name.length > 30) return undefined;
  const near = [...known].map(
    (word) => [distance(name.toLowerCase(), word.toLowerCase()), word] as const,
  );
  const [best] = near.sort(([one], [other]) => one - other);
  return best && best[0] <= 2 && best[0] < name.length / 2 ? best[1] : undefined;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1];
    for (const [index, against] of Array.from(other).entries()) {
      const changed = (row[index] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
