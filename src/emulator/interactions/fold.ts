import type { JsonObject, JsonValue } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { Content, InteractionEvent, Step } from './run';

export function stepsOf(events: readonly InteractionEvent[]): readonly Step[] {
  const steps: Step[] = [];
  const texts = new Map<number, string>();
  for (const event of events) {
    if (event.event_type === 'step.start' && event.step) steps[event.index ?? 0] = event.step;
    if (event.event_type === 'step.delta') {
      const index = event.index ?? 0;
      const delta = event.delta as JsonObject;
      if (delta.type === 'arguments_delta') {
        texts.set(index, `${texts.get(index) ?? ''}${textAt(delta, 'arguments')}`);
      } else {
        const step = steps[index];
        if (step) steps[index] = withDelta(step, delta);
      }
    }
    if (event.event_type === 'step.stop') {
      const index = event.index ?? 0;
      const text = texts.get(index);
      const whole = text === undefined ? undefined : parsed(text);
      if (whole !== undefined) steps[index] = { ...steps[index], arguments: whole } as Step;
    }
  }
  return steps;
}

/** Undefined for JSON that was cut by a cancellation. */
function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function withDelta(step: Step, { type, ...delta }: JsonObject): Step {
  switch (type) {
    case 'text':
    case 'text_annotation_delta':
      return withContent(step, (all) => withText(all, delta));
    case 'image':
    case 'audio':
    case 'document':
    case 'video':
      return withContent(step, (all) => [...all, { type, ...delta }]);
    case 'thought_summary': {
      const { summary = [] } = step as JsonObject;
      return { ...step, summary: [...(summary as JsonValue[]), delta.content] } as Step;
    }
    default:
      return { ...step, ...delta };
  }
}

function withContent(
  step: Step,
  change: (content: readonly Content[]) => readonly Content[],
): Step {
  if (step.type !== 'model_output') return step;
  return { ...step, content: change(step.content ?? []) };
}

function withText(all: readonly Content[], { text, annotations }: JsonObject): readonly Content[] {
  const last = all.at(-1);
  const before = last?.type === 'text' ? last : undefined;
  const added = {
    type: 'text',
    ...before,
    text: `${before?.text ?? ''}${typeof text === 'string' ? text : ''}`,
    ...(annotations !== undefined && {
      annotations: [...(before?.annotations ?? []), ...(annotations as JsonValue[])],
    }),
  } as Content;
  return [...(before ? all.slice(0, -1) : all), added];
}
