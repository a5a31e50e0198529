import { isObject, items, type JsonObject, type JsonValue } from '../../../base/json';
import {
  FIELD_PAIRS,
  IMPLIED_IN_GENERATE_CONTENT,
  IMPLIED_IN_INTERACTION,
  LOST_IN_GENERATE_CONTENT,
  LOST_IN_INTERACTION,
} from './fields';
import {
  toGenerateContentFormats,
  toInteractionFormats,
  toGenerateContentSpeech,
  toInteractionSpeech,
} from './formats';
import { type Loss, Losses, type LossReason } from './losses';
import { type Draft, toDraft, remainingPaths, setPath, takePath } from './paths';
import { toContents, inputSteps } from './toContents';
import { toSteps } from './toSteps';
import { toGenerateContentTools, toInteractionTools } from './tools';

export interface Converted {
  readonly body: JsonObject;
  readonly lost: readonly Loss[];
}

/** Converts a generateContent request to an interaction body. `model` is the resource name. */
export function toInteraction(request: JsonObject, model: string): Converted {
  const losses = new Losses();
  const rest = toDraft(request);
  const body: Draft = { model: model.replace(/^models\//, '') };
  delete rest.model;
  const contents = items(takePath(rest, 'contents')).filter(isObject);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(generate, takePath(rest, generate), words?.there, losses, (value) =>
      setPath(body, interact, value),
    );
  }
  dropImplied(rest, IMPLIED_IN_INTERACTION);
  const latLng = takePath(rest, 'toolConfig.retrievalConfig.latLng');
  const tools = toInteractionTools(takePath(rest, 'tools'), latLng, losses);
  if (tools.length > 0) body.tools = tools;
  const formats = toInteractionFormats(rest, losses);
  if (formats.length > 0) body.response_format = formats;
  const voices = toInteractionSpeech(rest, losses);
  if (voices.length > 0) setPath(body, 'generation_config.speech_config', voices);
  body.input = toSteps(contents, losses);
  reportLeft(rest, 'generate', LOST_IN_INTERACTION, losses);
  return { body: plain(body), lost: losses.all };
}

export function toGenerateContent(interaction: JsonObject): Converted {
  const losses = new Losses();
  const rest = toDraft(interaction);
  const body: Draft = {};
  delete rest.model;
  const input = takePath(rest, 'input');
  body.contents = toContents(inputSteps(input), losses);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(interact, takePath(rest, interact), words?.back, losses, (value) =>
      setPath(body, generate, value),
    );
  }
  dropImplied(rest, IMPLIED_IN_GENERATE_CONTENT);
  const { tools, latLng } = toGenerateContentTools(takePath(rest, 'tools'), losses);
  if (tools.length > 0) body.tools = tools;
  setPath(body, 'toolConfig.retrievalConfig.latLng', latLng);
  toGenerateContentFormats(rest, body, losses);
  toGenerateContentSpeech(rest, body, losses);
  setPath(body, 'cachedContent', takePath(rest, 'cached_content'));
  reportLeft(rest, 'interact', LOST_IN_GENERATE_CONTENT, losses);
  return { body: plain(body), lost: losses.all };
}

export function stepsToContents(steps: readonly JsonObject[]): {
  readonly contents: readonly JsonObject[];
  readonly lost: readonly Loss[];
} {
  const losses = new Losses();
  const contents = toContents(steps, losses);
  return { contents, lost: losses.all };
}

function move(
  path: string,
  value: JsonValue | undefined,
  change: ((value: JsonValue) => JsonValue | undefined) | undefined,
  losses: Losses,
  put: (value: JsonValue) => void,
): void {
  if (value === undefined) return;
  const changed = change ? change(value) : value;
  if (changed === undefined) losses.add(path, 'noValue');
  else put(changed);
}

function dropImplied(
  rest: Draft,
  implied: readonly (readonly [path: string, value: JsonValue])[],
): void {
  for (const [path, value] of implied) {
    const found = takePath(rest, path);
    if (found !== undefined && found !== value) setPath(rest, path, found);
  }
}

function reportLeft(
  rest: Draft,
  side: 'generate' | 'interact',
  reasons: { readonly [path: string]: LossReason },
  losses: Losses,
): void {
  const known = new Set(
    FIELD_PAIRS.flatMap((pair) => {
      const steps = pair[side].split('.');
      return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('.'));
    }),
  );
  known.add('toolConfig.retrievalConfig').add('toolConfig');
  for (const path of remainingPaths(rest, known)) losses.add(path, reasons[path] ?? 'noField');
}

function plain(draft: Draft): JsonObject {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}
