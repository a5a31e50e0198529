import { operationRow } from '../../api/operations';
import { type JsonPath, type Reach, reachesIn, withoutPaths } from '../../api/schema/reach';
import type { JsonObject } from '../../api/schema/row';
import { isObject } from '../../base/json';
import type { PlaygroundSettings, SettingsMode } from '../model/conversation';
import { MODES } from '../model/modes';
import type { PromptMessage } from '../model/promptFile';

/** What is said, and how it is asked. */
export interface Reaching {
  readonly settings: PlaygroundSettings;
  readonly messages: readonly Pick<PromptMessage, 'parts'>[];
}

/** How prompts reach beyond the model besides their text and files, whoever wrote them; each way once. */
export function reachOf(prompts: readonly Reaching[]): readonly Reach[] {
  const all = prompts.flatMap((prompt) => [
    ...requestsOf(prompt).flatMap(([mode, request]) => reachesIn(messageOf(mode), request)),
    ...prompt.messages.flatMap(reachesOfMessage),
  ]);
  return [...new Map(all.map((reach) => [keyOf(reach), reach])).values()];
}

/** Tells one way from another, without secrets. */
export function keyOf({ how, what, name, addresses, credentials, secrets }: Reach): string {
  return JSON.stringify([how, what, name, addresses, credentials, secrets]);
}

/** A way in words that need no translation, for terminals. */
export function reachName({ name, addresses }: Reach): string {
  return [name, ...addresses.map((address) => `(${address})`)].join(' ');
}

/** A prompt without some of the ways in which it reaches out, by their keys. */
export function withoutReach<P extends Reaching>(prompt: P, keys: ReadonlySet<string>): P {
  if (keys.size === 0) return prompt;
  const requests = requestsOf(prompt).map(([mode, request]) => {
    return [mode, stripped(request, reachesIn(messageOf(mode), request), keys)] as const;
  });
  const { settings } = prompt;
  const messages = prompt.messages.map((message) => {
    const { parts, ...rest } = stripped(message, reachesOfMessage(message), keys);
    return parts === undefined ? rest : { ...rest, parts };
  });
  return {
    ...prompt,
    settings: { ...settings, ...(settings.requests && { requests: Object.fromEntries(requests) }) },
    messages,
  };
}

function stripped(
  value: JsonObject,
  reaches: readonly Reach[],
  keys: ReadonlySet<string>,
): JsonObject {
  const paths = reaches.filter((reach) => keys.has(keyOf(reach))).map(({ path }) => path);
  const kept = withoutPaths(value, paths);
  return isObject(kept) ? kept : {};
}

function requestsOf({ settings }: Reaching): readonly (readonly [SettingsMode, JsonObject])[] {
  return Object.entries(settings.requests ?? {}) as [SettingsMode, JsonObject][];
}

/** The message of a mode's requests. */
function messageOf(mode: SettingsMode): string {
  const [call] = MODES[mode].calls;
  return (call && operationRow(call.operation).body) ?? '';
}

function reachesOfMessage({ parts = [] }: Pick<PromptMessage, 'parts'>): readonly Reach[] {
  const found = reachesIn('Part', parts);
  return found.map((reach): Reach => ({ ...reach, path: ['parts', ...reach.path] as JsonPath }));
}
