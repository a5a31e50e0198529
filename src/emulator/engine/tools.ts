import type { Message } from '../../api/schema/infer';
import { limitsOf } from '../../api/schema/limits';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { digest } from '../digest';
import { badFields, StatusError } from '../status';
import { words } from '../text';
import { triggersIn, withoutTriggers } from '../triggers';
import type { Conversation } from './conversation';
import { instanceOf } from './instance';

type Request = Message<'GenerateContentRequest'>;
type Declaration = Message<'FunctionDeclaration'>;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/**
 * The calls that a model asks for in place of an answer. Mode ANY always calls, until each function has given its result:
 * agents have the last one end their run, and would go on for ever otherwise. AUTO calls what the prompt names, wholly or
 * by a telling word of its name, or with `[[call:name]]`; NONE never does.
 */
export function toolCalls(request: Request, conversation: Conversation): readonly ToolCall[] {
  const config = request.toolConfig?.functionCallingConfig;
  const mode = config?.mode ?? 'AUTO';
  // VALIDATED calls where AUTO would, with arguments that are sure to fit; here they always do.
  const isAuto = !['ANY', 'NONE'].includes(mode);
  const declared = (request.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  const allowed = config?.allowedFunctionNames ?? [];
  const { answered, soFar } = conversation;
  const usable = declared.filter(
    ({ name = '' }) => (allowed.length === 0 || allowed.includes(name)) && !answered.includes(name),
  );
  const first = usable[0];
  if (mode === 'NONE' || !first || soFar || (isAuto && answered.length > 0)) return [];
  const named = usable.filter((row) => isNamed(row, conversation.question));
  const chosen =
    named.length > 0 ? named : mode === 'ANY' ? [best(usable, first, conversation)] : [];
  const hinted =
    isAuto && chosen.length === 0
      ? usable.filter((row) => isHinted(row, conversation)).slice(0, 1)
      : [];
  return [...chosen, ...hinted].map((row, index) => call(row, conversation, index));
}

function call(row: Declaration, conversation: Conversation, index: number): ToolCall {
  const prompt = withoutTriggers(conversation.question);
  const schema = (row.parametersJsonSchema ?? row.parameters) as JsonValue | undefined;
  const args = schema === undefined ? {} : instanceOf(schema, prompt);
  const name = row.name ?? '';
  const id = `call-${digest([name, conversation.question, index]).slice(0, 8)}`;
  return { id, name, args: isObject(args) ? args : {} };
}

function isNamed(row: Declaration, question: string): boolean {
  const name = row.name ?? '';
  const called = triggersIn(question).some((one) => one.name === 'call' && one.argument === name);
  return (
    called || new RegExp(`(?<![\\w.-])${escape(name)}(?![\\w-])`).test(question.slice(0, 2000))
  );
}

function isHinted(row: Declaration, conversation: Conversation): boolean {
  const said = new Set(words(conversation.question).map((word) => word.toLowerCase()));
  return telling(row).some((word) => said.has(word));
}

function best(
  usable: readonly Declaration[],
  first: Declaration,
  conversation: Conversation,
): Declaration {
  return usable.find((row) => isHinted(row, conversation)) ?? first;
}

/** `get_current_weather` → current, weather. */
function telling(row: Declaration): readonly string[] {
  return (row.name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Refuses settings for functions that are not declared, and results that do not match the calls before
 * them. Throws the service's 400; the wording for unknown names is not published.
 */
export function checkFunctions(request: Request): void {
  checkNames(request);
  const contents = request.contents ?? [];
  for (const [at, content] of contents.entries()) {
    const results = content.parts?.filter((part) => part.functionResponse).length ?? 0;
    const calls = contents[at - 1]?.parts?.filter((part) => part.functionCall).length ?? 0;
    // Results may also stand alone: clients of the first versions sent them without the calls.
    if (results === 0 || calls === 0 || results === calls) continue;
    throw new StatusError(
      400,
      'Please ensure that the number of function response parts is equal to the number of function ' +
        'call parts of the function call turn.',
    );
  }
}

/** What the documents forbid in the tools of a request, one bullet each. Only the wording for names is published. */
export function toolProblems({ tools = [], toolConfig }: Request): readonly string[] {
  const at = '* GenerateContentRequest';
  return [
    ...tools.flatMap(({ functionDeclarations = [], googleSearch }, index) => [
      ...functionDeclarations.flatMap((row, inner) =>
        declarationProblems(`${at}.tools[${index}].function_declarations[${inner}]`, row),
      ),
      ...timeProblems(
        `${at}.tools[${index}].google_search.time_range_filter`,
        googleSearch?.timeRangeFilter ?? {},
      ),
    ]),
    ...configProblems(`${at}.tool_config`, toolConfig ?? {}),
  ];
}

function declarationProblems(at: string, row: Message<'FunctionDeclaration'>): readonly string[] {
  const { maxLength = Infinity, pattern = '' } = limitsOf('FunctionDeclaration', 'name');
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
  return problems;
}

/** Both ends or none, in their order. */
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
  if (languageCode !== '' && !isLanguage(languageCode)) {
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

function checkNames({ tools = [], toolConfig }: Request): void {
  const declared = tools.flatMap((tool) => tool.functionDeclarations ?? []);
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  if (mode === 'ANY' && declared.length === 0) {
    throw new StatusError(400, 'Function calling config is set without function_declarations.');
  }
  const names = new Set(declared.map((row) => row.name));
  const unknown = allowedFunctionNames.find((name) => !names.has(name));
  if (unknown === undefined) return;
  const at = '* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names';
  throw badFields([`${at}: ${unknown} is not declared`]);
}
