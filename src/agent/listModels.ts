import {
  isShutDown,
  packedModels,
  type PackedModel,
  pricesOn,
  successorModel,
} from '../api/modelPack';
import { priceText } from '../catalog/modelLifecycle';
import { badInput, type Prepared, type ToolContext } from './tool';

interface Input {
  readonly filter?: string;
  readonly ids?: readonly string[];
  readonly includeRetired?: boolean;
}

const MAX_MODELS = 25;

export function listModels(
  { filter = '', ids, includeRetired = ids !== undefined }: Input,
  { now }: Pick<ToolContext, 'now'>,
): Prepared {
  const at = now();
  const wanted = ids?.map((id) => id.replace(/^models\//, ''));
  const words = filter.toLowerCase().split(/\s+/);
  const found = packedModels()
    .filter((model) => wanted?.includes(model.id) ?? true)
    .filter((model) => includeRetired || !isShutDown(model, at))
    .filter(({ id, kind, stage }) =>
      words.every((word) => `${id} ${kind} ${stage}`.includes(word)),
    );
  const unknown = (wanted ?? []).filter((id) => !found.some((model) => model.id === id));
  if (found.length === 0) {
    throw badInput('No known model matches.', 'Use a word such as “flash” as “filter”.');
  }
  const shown = found.slice(0, MAX_MODELS).map((model) => factsOf(model, at));
  const left = found.length - shown.length;
  const lines = [
    ...shown.map((facts) => lineOf(facts)),
    ...(left > 0 ? [`Models that aren’t shown: ${left}. Use “filter” to find them.`] : []),
    ...(unknown.length > 0 ? [`Unknown models: ${unknown.join(', ')}.`] : []),
  ];
  return {
    run: () => Promise.resolve({ text: lines.join('\n'), data: { models: shown, left, unknown } }),
  };
}

interface Facts {
  readonly [name: string]: string | number;
}

function factsOf(model: PackedModel, now: number): Facts {
  const { id, kind, stage, released, shutdown, inputTokenLimit, outputTokenLimit, note } = model;
  const prices = pricesOn(id, now);
  const successor = successorModel(id, now);
  return {
    id,
    kind,
    stage: isShutDown(model, now) ? 'shut down' : stage,
    ...(released !== undefined && { released }),
    ...(shutdown !== undefined && { shutdown }),
    ...(successor !== undefined && { successor }),
    ...(inputTokenLimit !== undefined && { inputTokenLimit }),
    ...(outputTokenLimit !== undefined && { outputTokenLimit }),
    ...(prices?.input !== undefined && { dollarsPerMillionInput: prices.input }),
    ...(prices?.output !== undefined && { dollarsPerMillionOutput: prices.output }),
    ...(note !== undefined && { note }),
  };
}

function lineOf({ id = '', ...facts }: Facts): string {
  const texts = Object.entries(facts).map(([name, value]) => {
    if (name === 'kind' || name === 'stage') return value;
    if (!name.startsWith('dollars')) return `${name} ${value}`;
    return `${name === 'dollarsPerMillionInput' ? 'input' : 'output'} ${priceText(Number(value))}/M`;
  });
  return `${id}: ${texts.join(', ')}`;
}
