import { isShutDown, packedModel, successorModel } from '../api/modelPack';
import { templateVariables } from '../api/names';
import {
  isOperationId,
  type OperationId,
  operationIds,
  operationRow,
  versionFor,
  versionsOf,
} from '../api/operations';
import { limitProblems } from '../api/schema/limits';
import {
  findMessage,
  findType,
  isEnum,
  isUnion,
  type MessageName,
  messages,
} from '../api/schema/messages';
import { type FieldRow, requiredIn, type TypeRow } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import { statusIn } from '../api/status';
import { isInEdition, type Version, VERSIONS } from '../api/versions';
import type { JsonObject } from '../base/json';
import { templateFor } from '../console/template';
import {
  missingFeatures,
  type ModelFact,
  modelInfo,
  stripRefusedFields,
} from '../conversation/request/modelFacts';
import { badInput, type Prepared, type ToolContext, type ToolResult } from './tool';

interface Input {
  readonly name: string;
  readonly version?: Version;
}

const REFERENCE = 'https://ai.google.dev/api';
const MAX_MATCHES = 40;
/** Sample resource ID in example paths. */
const SAMPLE_ID = 'ID';

export function describeApi({ name, version }: Input): Prepared {
  const wanted = name.trim();
  const exact = [...operationIds(), ...Object.keys(messages)].find(
    (one) => one.toLowerCase() === wanted.toLowerCase(),
  );
  const described =
    exact === undefined
      ? matches(wanted)
      : isOperationId(exact)
        ? describeMethod(exact, requireVersion(exact, version))
        : describeMessage(exact, version ?? VERSIONS[0]);
  return { run: () => Promise.resolve(described) };
}

/** Returns the version to use for a method. Throws `AppError` if the version doesn't have the method. */
function requireVersion(operation: OperationId, version?: Version): Version {
  const row = operationRow(operation);
  const versions = versionsOf(row);
  if (version === undefined) return versionFor(row, VERSIONS[0]);
  if (versions.includes(version)) return version;
  throw badInput(`${operation} isn’t part of ${version}.`, `Use ${versions.join(' or ')}.`);
}

/** Returns the method. Throws `AppError` with similar names if unknown. */
function requireOperation(name: string): OperationId {
  if (isOperationId(name)) return name;
  throw badInput(
    `There is no API method ${name}.`,
    `Similar: ${similar(name, operationIds()).slice(0, 10).join(', ') || 'none'}. Find methods with gemini_describe_api.`,
  );
}

function similar(name: string, known: readonly string[]): readonly string[] {
  const words = name
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const all = known.filter((one) => words.every((word) => one.toLowerCase().includes(word)));
  const [last = ''] = words.slice(-1);
  return all.length > 0 ? all : known.filter((one) => one.toLowerCase().includes(last));
}

function matches(name: string): ToolResult {
  const methods = similar(name, operationIds()).slice(0, MAX_MATCHES);
  const found = similar(name, Object.keys(messages)).slice(0, MAX_MATCHES);
  if (methods.length + found.length === 0) {
    throw badInput(`Nothing in the API is named like “${name}”.`, 'Use a word such as “generate”.');
  }
  const lines = methods.map((id) => `- ${id}: ${operationRow(id as OperationId).summary}`);
  const text = `No exact match for “${name}”.\n\nMethods:\n${lines.join('\n')}\n\nMessages: ${found.join(', ')}`;
  return { text };
}

function describeMethod(id: OperationId, version: Version): ToolResult {
  const row = operationRow(id);
  const { stage, successor } = statusIn(row, version);
  const path = Object.fromEntries(
    templateVariables(row.path).map((one) => [one.name, one.pattern.replaceAll(/\*+/g, SAMPLE_ID)]),
  );
  const { query, body, media } = templateFor(id, version, path);
  const example = { path, query, ...(body && { body }), ...(media && { media: { ...media } }) };
  const fields = row.body === undefined ? [] : fieldLines(row.body, version);
  const lines = [
    `${id} (${version}): ${row.summary}.`,
    `${row.verb} /${version}/${row.path}`,
    `Versions: ${versionsOf(row).join(', ')}. Status: ${stage}${successor === undefined ? '' : `, use ${successor}`}. Effect: ${row.effect}. Credential: ${row.credential}.`,
    ...queryLines(id, version),
    ...(row.body === undefined ? ['No body.'] : [`Body ${row.body}:`, ...fields]),
    `Response: ${row.response}.`,
    `Example: ${JSON.stringify(example)}`,
    `Reference: ${REFERENCE}`,
  ];
  return { text: lines.join('\n') };
}

function queryLines(id: OperationId, version: Version): readonly string[] {
  const { query = {} } = operationRow(id);
  return Object.entries(query)
    .filter(([, one]) => isInEdition(one.versions, version))
    .map(
      ([name, one]) => `Query ${name}: ${one.type}${one.doc === undefined ? '' : ` – ${one.doc}`}`,
    );
}

function describeMessage(name: string, version: Version): ToolResult {
  const lines = fieldLines(name, version);
  const text = [`${name} (${version}):`, ...lines, `Reference: ${REFERENCE}`].join('\n');
  return { text };
}

/** Returns one line per field, enum value, or union member. */
function fieldLines(name: string, version: Version): readonly string[] {
  const row: TypeRow | undefined = findType(name);
  if (!row) return [];
  if (isEnum(row)) {
    const values = Object.keys(row.values).filter((one) => isInEdition(row.only?.[one], version));
    return [`- one of ${values.join(', ')}`];
  }
  if (isUnion(row)) {
    const forms = row.oneOf.map((one) => (typeof one === 'string' ? one : `${one.list}[]`));
    return [`- one of ${forms.join(', ')}`];
  }
  return Object.entries(row.fields)
    .filter(([, field]) => isInEdition(field.versions, version) && !field.outputOnly)
    .map(([field, one]) => `- ${field}: ${fieldText(one, version)}`);
}

function fieldText(field: FieldRow, version: Version): string {
  const type = field.map ? `map of ${field.type}` : `${field.type}${field.repeated ? '[]' : ''}`;
  const facts = [
    field.const === undefined ? type : `“${field.const}”`,
    ...(requiredIn(field, version) ? ['required'] : []),
    ...(field.oneof === undefined ? [] : [`one of “${field.oneof}”`]),
    ...(field.limits ? [JSON.stringify(field.limits)] : []),
  ];
  return `${facts.join(', ')}${field.doc === undefined ? '' : ` – ${field.doc}`}`;
}

interface RequestInput {
  readonly operation: string;
  readonly body: JsonObject;
  readonly model?: string;
  readonly version?: Version;
}

const MAX_PROBLEMS = 30;

export function validateRequest(
  { operation, body, model, version }: RequestInput,
  { now }: Pick<ToolContext, 'now'>,
): Prepared {
  const id = requireOperation(operation);
  const used = requireVersion(id, version);
  const { body: message, verb } = operationRow(id);
  if (message === undefined || !isMessage(message)) {
    throw badInput(`${id} has no body.`, 'Check its parameters with gemini_describe_api.');
  }
  const parsed = parseRequest(message, used, body, verb === 'PATCH');
  const problems = [
    ...[...parsed.violations, ...limitProblems(message, used, parsed.value as JsonObject)].map(
      ({ field, description }) => `${field || 'body'}: ${description}`,
    ),
    ...parsed.problems.map((problem) => problem.replace(/^\* /, '')),
    ...(model === undefined ? [] : modelProblems(model, parsed.value as JsonObject, now())),
  ];
  const shown = problems.slice(0, MAX_PROBLEMS);
  const text =
    problems.length === 0
      ? `The body is a valid ${message} in ${used}. The server can still reject it, for example because of quota or unknown resources.`
      : `Invalid ${message} in ${used}:\n${shown.map((one) => `- ${one}`).join('\n')}`;
  const data = { valid: problems.length === 0, message, version: used, problems: shown };
  return { run: () => Promise.resolve({ text, data }) };
}

function isMessage(name: string): name is MessageName {
  const row = findType(name);
  return row !== undefined && (findMessage(name) !== undefined || isUnion(row));
}

/** Sampling parameters are ignored, at least so far. */
function isRejected(fact: ModelFact): boolean {
  return fact !== 'sampling' && fact !== 'topK';
}

function modelProblems(name: string, body: JsonObject, now: number): readonly string[] {
  const model = packedModel(name);
  if (!model) return [`model: ${name} is unknown. Check it with gemini_list_models.`];
  const refused = missingFeatures(modelInfo({ name: `models/${model.id}` }, now)).filter(
    isRejected,
  );
  const paths = stripRefusedFields(body, refused).refused;
  if (!isShutDown(model, now)) return paths.map((path) => `${path}: ${name} rejects this field.`);
  const next = successorModel(name, now);
  return [`model: ${name} was shut down.${next === undefined ? '' : ` Use ${next}.`}`];
}
