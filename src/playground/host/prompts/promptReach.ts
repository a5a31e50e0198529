import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { toCamelCase } from '../../../api/schema/scalars';
import { isObject } from '../../../base/json';
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

/** What prompts reach, whoever wrote them. */
export function reachOf(prompts: readonly Pick<PromptFile, 'settings' | 'messages'>[]): Reach {
  const requests = prompts.map(({ settings }) => settings.requests ?? {});
  const names = requests
    .flatMap((own) => Object.values(own))
    .flatMap(toolsOf)
    .flatMap((tool) => Object.keys(tool).map(toCamelCase))
    .filter((name) => !REACH_NOTHING.has(name));
  const addresses: string[] = [];
  const messages = prompts.map((prompt) => prompt.messages);
  visit([requests, messages] as unknown as JsonValue, (value) => {
    const address = addressIn(value);
    if (address !== undefined) addresses.push(address);
  });
  return { tools: [...new Set(names)], addresses: [...new Set(addresses)] };
}

/** The service takes one tool for a list of one. */
export function toolsOf(request: JsonObject): readonly JsonObject[] {
  const { tools = [] } = request;
  const all = Array.isArray(tools) ? (tools as readonly JsonValue[]) : [tools];
  return all.filter(isObject);
}

/** The address of a file that a value is a part with; undefined of anything else. */
export function addressIn(value: JsonValue): string | undefined {
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
