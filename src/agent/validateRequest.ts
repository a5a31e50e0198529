import { operationRow } from '../api/operations';
import { isShutDown, packedModel, successorModel } from '../api/modelPack';
import { limitProblems } from '../api/schema/limits';
import { findMessage, findType, isUnion, type MessageName } from '../api/schema/messages';
import { parseRequest } from '../api/schema/validate';
import type { Version } from '../api/versions';
import type { JsonObject } from '../base/json';
import {
  missingFeatures,
  type ModelFact,
  modelInfo,
  stripRefusedFields,
} from '../conversation/request/modelFacts';
import { requireOperation, requireVersion } from './describeApi';
import { badInput, type Prepared, type ToolContext } from './tool';

interface Input {
  readonly operation: string;
  readonly body: JsonObject;
  readonly model?: string;
  readonly version?: Version;
}

const MAX_PROBLEMS = 30;

export function validateRequest(
  { operation, body, model, version }: Input,
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
  const refused = missingFeatures(modelInfo({ name: `models/${model.id}` })).filter(isRejected);
  const paths = stripRefusedFields(body, refused).refused;
  if (!isShutDown(model, now)) return paths.map((path) => `${path}: ${name} rejects this field.`);
  const next = successorModel(name, now);
  return [`model: ${name} was shut down.${next === undefined ? '' : ` Use ${next}.`}`];
}
