import { isObject } from '../../../base/json';
import { toCamelCase } from '../../../api/schema/names';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { PromptFile } from '../../promptFile';

/** What a prompt lets the service reach besides its messages and files. */
export interface Reach {
  /** Fields of tools that look something up, such as `urlContext`, each once. */
  readonly tools: readonly string[];
  /** Addresses of files that the service fetches, or that it keeps, each once. */
  readonly addresses: readonly string[];
}

/** Tools that reach nothing: the user answers their calls, or the service computes. Any other may, also one unknown. */
const REACH_NOTHING: ReadonlySet<string> = new Set([
  'functionDeclarations',
  'codeExecution',
  'computerUse',
]);

export function reachOf({ settings, messages }: PromptFile): Reach {
  const requests = Object.values(settings.requests ?? {});
  const names = requests
    .flatMap(toolsOf)
    .flatMap((tool) => Object.keys(tool).map(toCamelCase))
    .filter((name) => !REACH_NOTHING.has(name));
  const addresses: string[] = [];
  visit([settings.requests ?? {}, messages] as unknown as JsonValue, (value) => {
    const address = addressIn(value);
    if (address !== undefined) addresses.push(address);
  });
  return { tools: [...new Set(names)], addresses: [...new Set(addresses)] };
}

/** The tools as the prompt has them: what a change of it is told by. */
export function toolsIn({ settings }: Pick<PromptFile, 'settings'>): readonly JsonObject[] {
  return Object.values(settings.requests ?? {}).flatMap(toolsOf);
}

/** A prompt without some of what it reaches. */
export function withoutReach(prompt: PromptFile, { tools, addresses }: Reach): PromptFile {
  if (tools.length === 0 && addresses.length === 0) return prompt;
  const off = new Set(addresses);
  const isOff = (value: JsonValue): boolean => off.has(addressIn(value) ?? '\0');
  const before: readonly [string, JsonObject][] = Object.entries(prompt.settings.requests ?? {});
  const requests = before.map(([mode, request]) => {
    const { tools: _, ...rest } = request;
    const kept = toolsOf(request).flatMap((tool) => {
      const fields = Object.entries(tool).filter(([name]) => !tools.includes(toCamelCase(name)));
      return fields.length > 0 ? [Object.fromEntries(fields)] : [];
    });
    return [mode, without(kept.length > 0 ? { ...rest, tools: kept } : rest, isOff)] as const;
  });
  return {
    ...prompt,
    settings: {
      ...prompt.settings,
      ...(prompt.settings.requests && { requests: Object.fromEntries(requests) }),
    },
    messages: without(
      prompt.messages as unknown as JsonValue,
      isOff,
    ) as unknown as typeof prompt.messages,
  };
}

/** The service takes one tool for a list of one. */
function toolsOf(request: JsonObject): readonly JsonObject[] {
  const { tools = [] } = request;
  const all = Array.isArray(tools) ? (tools as readonly JsonValue[]) : [tools];
  return all.filter(isObject);
}

function addressIn(value: JsonValue): string | undefined {
  const file = isObject(value) ? (value.fileData ?? value.file_data) : undefined;
  const address = isObject(file) ? (file.fileUri ?? file.file_uri) : undefined;
  return typeof address === 'string' ? address : undefined;
}

/** Every part of a value, itself first. */
function visit(value: JsonValue, see: (part: JsonValue) => void): void {
  see(value);
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value) as JsonValue[]) visit(part, see);
}

/** A value without those of the items of its lists, and of its fields, that are off. */
function without(value: JsonValue, isOff: (part: JsonValue) => boolean): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.filter((item) => !isOff(item)).map((item) => without(item, isOff));
  }
  const fields = Object.entries(value) as [string, JsonValue][];
  const kept = fields.filter(([, field]) => !isOff(field));
  return Object.fromEntries(kept.map(([name, field]) => [name, without(field, isOff)]));
}
