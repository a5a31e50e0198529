import { BUILT_IN_TOOLS, combinesTools, separatesTools } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import { fieldLimits } from '../../api/schema/limits';
import type { JsonValue } from '../../api/schema/row';
import { jsonSchemaProblems, schemaProblems } from '../../api/schema/schemaRules';
import type { Edition } from '../../api/versions';
import type { ModelSeed } from '../models';
import { badFields, StatusError } from '../status';

type Request = Message<'GenerateContentRequest'>;

/** Returns the documented problems of tools as bullets. Only the message for names is published. */
export function toolProblems(
  { tools = [], toolConfig }: Request,
  version: Edition,
): readonly string[] {
  const at = '* GenerateContentRequest';
  return [
    ...tools.flatMap(({ functionDeclarations = [], googleSearch }, index) => [
      ...functionDeclarations.flatMap((row, inner) =>
        declarationProblems(`${at}.tools[${index}].function_declarations[${inner}]`, row, version),
      ),
      ...timeProblems(
        `${at}.tools[${index}].google_search.time_range_filter`,
        googleSearch?.timeRangeFilter ?? {},
      ),
    ]),
    ...configProblems(`${at}.tool_config`, toolConfig ?? {}),
  ];
}

function declarationProblems(
  at: string,
  row: Message<'FunctionDeclaration'>,
  version: Edition,
): readonly string[] {
  const { maxLength = Infinity, pattern = '' } = fieldLimits('FunctionDeclaration', 'name');
  const { name = '', parameters, parametersJsonSchema, response, responseJsonSchema } = row;
  const problems: string[] = [];
  if (!new RegExp(pattern).test(name) || name.length > maxLength) {
    problems.push(
      `${at}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an ` +
        'underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) ' +
        `or dashes (-), with a maximum length of ${maxLength}.`,
    );
  }
  if (parameters && parametersJsonSchema !== undefined) {
    problems.push(`${at}.parameters: only one of parameters, parameters_json_schema.`);
  }
  if (response && responseJsonSchema !== undefined) {
    problems.push(`${at}.response: only one of response, response_json_schema.`);
  }
  return [
    ...problems,
    ...schemaBullets(`${at}.parameters`, parameters, version),
    ...schemaBullets(`${at}.response`, response, version),
  ];
}

function timeProblems(at: string, range: Message<'google.type.Interval'>): readonly string[] {
  const { startTime, endTime } = range;
  if ((startTime === undefined) !== (endTime === undefined)) {
    return [`${at}: start_time and end_time must be set together.`];
  }
  const isBackwards = Date.parse(startTime ?? '') > Date.parse(endTime ?? '');
  return isBackwards ? [`${at}: start_time must not be after end_time.`] : [];
}

function configProblems(at: string, config: Message<'ToolConfig'>): readonly string[] {
  const { mode = 'AUTO', allowedFunctionNames = [] } = config.functionCallingConfig ?? {};
  const problems: string[] = [];
  if (allowedFunctionNames.length > 0 && !['ANY', 'VALIDATED'].includes(mode)) {
    problems.push(
      `${at}.function_calling_config.allowed_function_names: only allowed when mode is ANY or VALIDATED.`,
    );
  }
  const { languageCode = '' } = config.retrievalConfig ?? {};
  // CLDR writes locales with an underscore.
  if (languageCode !== '' && !isLanguage(languageCode.replaceAll('_', '-'))) {
    problems.push(`${at}.retrieval_config.language_code: must be a BCP 47 language tag.`);
  }
  return problems;
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length > 0;
  } catch {
    return false;
  }
}

/**
 * Throws 400 for duplicate functions, invalid parameters or settings for undeclared functions. The
 * message for unknown names isn't published.
 */
export function checkFunctions({ tools = [], toolConfig }: Request): void {
  const declared = tools.flatMap((tool) => tool.functionDeclarations ?? []);
  const names = new Set<string>();
  for (const { name = '', parametersJsonSchema, responseJsonSchema } of declared) {
    if (names.has(name)) {
      throw new StatusError(400, `Duplicate function declaration found: ${name}`);
    }
    names.add(name);
    const problem =
      jsonSchemaProblem(parametersJsonSchema) ?? jsonSchemaProblem(responseJsonSchema);
    if (problem !== undefined) throw new StatusError(400, problem);
  }
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  if (mode === 'ANY' && declared.length === 0) {
    throw new StatusError(400, 'Function calling config is set without function_declarations.');
  }
  const unknown = allowedFunctionNames.find((name) => !names.has(name));
  if (unknown === undefined) return;
  const at = '* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names';
  throw badFields([`${at}: ${unknown} is not declared`]);
}

/**
 * Throws 400 if the model doesn't support built-in tools, functions and JSON output together.
 * @param isInteraction Interactions always show built-in tool calls.
 */
export function checkCombinations(
  { tools = [], toolConfig, generationConfig = {} }: Request,
  { packed, model }: ModelSeed,
  version: Edition,
  isInteraction: boolean,
): void {
  if (packed?.kind !== 'text') return;
  const isSeparate = separatesTools(packed);
  if (!isSeparate && !combinesTools(packed)) return;
  const hasBuiltIn = tools.some((tool) => BUILT_IN_TOOLS.some((name) => tool[name] !== undefined));
  const hasFunctions = tools.some(({ functionDeclarations: all = [] }) => all.length > 0);
  const isCombined = hasBuiltIn && hasFunctions;
  const isShown = toolConfig?.includeServerSideToolInvocations === true;
  if (isCombined && version.endsWith('@2024')) {
    refuse('Tool use with function calling is unsupported');
  }
  if (isSeparate && isShown && (isCombined || !isInteraction)) {
    refuse(`Tool call context circulation is not enabled for ${model.name}`);
  }
  if (isCombined && !isShown) {
    refuse(
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with ' +
        'Function calling.',
    );
  }
  const { responseMimeType, responseFormat } = generationConfig;
  const isJson =
    responseMimeType === 'application/json' ||
    responseFormat?.text?.mimeType === 'APPLICATION_JSON';
  if (!isSeparate || !isJson) return;
  const calls = hasFunctions && toolConfig?.functionCallingConfig?.mode !== 'NONE';
  const used = calls ? 'Function calling' : hasBuiltIn ? 'Tool use' : undefined;
  if (used !== undefined) {
    refuse(`${used} with a response mime type: 'application/json' is unsupported`);
  }
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}

/** Returns the problems of a `Schema` as bullets. @param at field path with its bullet. */
export function schemaBullets(
  at: string,
  schema: object | undefined,
  version: Edition,
): readonly string[] {
  if (!schema) return [];
  return schemaProblems(schema as JsonValue, version.endsWith('@2024')).map(
    ({ path, message }) => `${path === '' ? at : `${at}.${path}`}: ${message}`,
  );
}

export function jsonSchemaProblem(schema: unknown): string | undefined {
  if (schema === undefined) return undefined;
  return jsonSchemaProblems(schema as JsonValue)[0]?.message;
}
