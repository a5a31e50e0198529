import { isObject, items, type JsonObject, type JsonValue } from '../../../base/json';
import { FIELD_PAIRS, IMPLIED_BACK, IMPLIED_THERE, LOST_BACK, LOST_THERE } from './fields';
import { formatsBack, formatsThere, speechBack, speechThere } from './formats';
import { type Loss, Losses, type LossReason } from './losses';
import { type Draft, draftOf, leftOver, putAt, takeAt } from './paths';
import { contentsOf, inputSteps } from './toContents';
import { stepsOf } from './toSteps';
import { toolsBack, toolsThere } from './tools';

export interface Converted {
  readonly body: JsonObject;
  readonly lost: readonly Loss[];
}

/** Converts a generateContent request to an interaction body. `model` is the resource name. */
export function toInteraction(request: JsonObject, model: string): Converted {
  const losses = new Losses();
  const rest = draftOf(request);
  const body: Draft = { model: model.replace(/^models\//, '') };
  delete rest.model;
  const contents = items(takeAt(rest, 'contents')).filter(isObject);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(generate, takeAt(rest, generate), words?.there, losses, (value) =>
      putAt(body, interact, value),
    );
  }
  dropImplied(rest, IMPLIED_THERE);
  const latLng = takeAt(rest, 'toolConfig.retrievalConfig.latLng');
  const tools = toolsThere(takeAt(rest, 'tools'), latLng, losses);
  if (tools.length > 0) body.tools = tools;
  const formats = formatsThere(rest, losses);
  if (formats.length > 0) body.response_format = formats;
  const voices = speechThere(rest, losses);
  if (voices.length > 0) putAt(body, 'generation_config.speech_config', voices);
  body.input = stepsOf(contents, losses);
  reportLeft(rest, 'generate', LOST_THERE, losses);
  return { body: plain(body), lost: losses.all };
}

export function toGenerateContent(interaction: JsonObject): Converted {
  const losses = new Losses();
  const rest = draftOf(interaction);
  const body: Draft = {};
  delete rest.model;
  const input = takeAt(rest, 'input');
  body.contents = contentsOf(inputSteps(input), losses);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(interact, takeAt(rest, interact), words?.back, losses, (value) =>
      putAt(body, generate, value),
    );
  }
  dropImplied(rest, IMPLIED_BACK);
  const { tools, latLng } = toolsBack(takeAt(rest, 'tools'), losses);
  if (tools.length > 0) body.tools = tools;
  putAt(body, 'toolConfig.retrievalConfig.latLng', latLng);
  formatsBack(rest, body, losses);
  speechBack(rest, body, losses);
  putAt(body, 'cachedContent', takeAt(rest, 'cached_content'));
  reportLeft(rest, 'interact', LOST_BACK, losses);
  return { body: plain(body), lost: losses.all };
}

export function stepsToContents(steps: readonly JsonObject[]): {
  readonly contents: readonly JsonObject[];
  readonly lost: readonly Loss[];
} {
  const losses = new Losses();
  const contents = contentsOf(steps, losses);
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
    const found = takeAt(rest, path);
    if (found !== undefined && found !== value) putAt(rest, path, found);
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
  for (const path of leftOver(rest, known)) losses.add(path, reasons[path] ?? 'noField');
}

function plain(draft: Draft): JsonObject {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}
