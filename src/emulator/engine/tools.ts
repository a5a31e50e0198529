import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { digest } from '../digest';
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
 * Returns function calls. ANY calls each function until it has a result, or agents would never finish; AUTO
 * calls functions named in the prompt or by `[[call:name]]`; NONE never calls.
 */
export function toolCalls(request: Request, conversation: Conversation): readonly ToolCall[] {
  const config = request.toolConfig?.functionCallingConfig;
  const mode = config?.mode ?? 'AUTO';
  // VALIDATED acts like AUTO with valid arguments, which the emulator always generates.
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

/** Returns the significant words: `get_current_weather` → current, weather. */
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
