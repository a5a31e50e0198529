import { type OperationId, operationRow } from '../../api/operations';
import { camelCased } from '../../api/schema/scalars';
import { isObject, type JsonObject, type JsonValue } from '../../base/json';
import { modelMatchInput } from '../../emulator/answers/matchInput';
import { changeText, type RecordedRequest } from '../exchange';
import { expandPlaceholders } from '../pathPlaceholders';
import type { ModelExchange } from './modelExchange';

/** Returns conditions for the same model request, in any API and on any machine. */
export function modelConditions(spoken: ModelExchange): JsonObject {
  const { model, request, goesOn = false } = spoken;
  const { user, results, tools, turn } = modelMatchInput('models.generateContent', model, request);
  const [result] = results;
  return {
    operation: 'generate',
    ...(model !== '' && { model }),
    // The server already has the earlier turns.
    ...(user === '' && goesOn ? {} : { user: matcherOf(user) }),
    // The user text alone would match before and after a function call.
    ...(result
      ? { ...(result.name !== '' && { result: result.name }), resultText: matcherOf(result.text) }
      : tools.length > 0 && { hasResult: false }),
    ...(turn > 1 && { turn }),
  };
}

export function plainConditions(
  operation: OperationId,
  { body, path }: RecordedRequest,
): JsonObject {
  const [, name] = /^\/[^/]+\/([^:]+)/.exec(path) ?? [];
  const { path: template, upload } = operationRow(operation);
  const json = body.kind === 'json' && isObject(body.json) ? body.json : {};
  const fields = upload ? leavesOf(camelCased(json), upload.mimeType) : Object.entries(json);
  const same = fields.flatMap(([field, value]) =>
    value === undefined ? [] : conditionsOf(`$.${field}`, value),
  );
  const isNamed = template.includes('{') && !upload && name !== undefined;
  return {
    operation,
    ...(isNamed && { model: name.replace(/^models\//, '') }),
    ...(same.length > 0 && { body: Object.fromEntries(same) }),
  };
}

function conditionsOf(
  path: string,
  value: JsonValue,
): readonly (readonly [path: string, condition: JsonObject])[] {
  const parts = aroundPlaces(JSON.stringify(value));
  if (parts.length < 2)
    return [[path, { equals: changeText(value, (text) => aroundPlaces(text).join('')) }]];
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[];
    return list.flatMap((one, index) => conditionsOf(`${path}[${index}]`, one));
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : conditionsOf(path + stepOf(name), one),
    );
  }
  const [longest = ''] = aroundPlaces(typeof value === 'string' ? value : '').toSorted(
    (one, other) => other.length - one.length,
  );
  return [[path, { contains: longest }]];
}

function stepOf(name: string): string {
  if (/^[\w$@-]+$/.test(name)) return `.${name}`;
  return name.includes("'") ? `["${name}"]` : `['${name}']`;
}

/** Returns metadata values by path, except the MIME type, which conditions can't match. */
function leavesOf(
  value: JsonObject,
  type: string | undefined,
  before = '',
): readonly (readonly [path: string, value: JsonValue | undefined])[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const path = `${before}${name}`;
    if (path === type) return [];
    return isObject(one) ? leavesOf(one, type, `${path}.`) : [[path, one] as const];
  });
}

const PLACE = '\0';

const aroundPlaces = (text: string): readonly string[] =>
  expandPlaceholders(text, { cwd: PLACE, home: PLACE, service: PLACE }).split(PLACE);

function matcherOf(text: string): JsonValue {
  const [only = '', ...rest] = aroundPlaces(text);
  if (rest.length === 0) return only;
  const parts = [only, ...rest].filter((part) => part !== '');
  return parts.length === 0 ? { regex: '.' } : { contains: parts };
}
