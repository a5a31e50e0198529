import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { type Step, stepType } from './interaction';

type Part = Message<'Part'>;

/** Types of content that are media. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document']);

/** The parts that steps are as the content of a turn: what is said, thought, called and made. */
export function partsOfSteps(steps: readonly Step[]): readonly Part[] {
  return steps.flatMap(partsOfStep);
}

/** By the step, which is the same object as long as it does not change. */
const known = new WeakMap<Step, readonly Part[]>();

function partsOfStep(step: Step): readonly Part[] {
  const before = known.get(step);
  if (before) return before;
  const parts = madeOf(step) as readonly Part[];
  known.set(step, parts);
  return parts;
}

function madeOf(step: Step): readonly JsonObject[] {
  switch (stepType(step)) {
    case 'model_output':
      return blocksOf(step.content).flatMap(partOfBlock);
    case 'thought':
      return thoughtParts(step);
    case 'function_call':
      return [
        { functionCall: { ...idOf(step.id), name: step.name ?? '', args: step.arguments ?? {} } },
      ];
    case 'function_result':
      return [
        {
          functionResponse: {
            ...idOf(step.call_id),
            name: step.name ?? '',
            response: responseOf(step.result),
          },
        },
      ];
    case 'code_execution_call': {
      const { language, code } = isObject(step.arguments) ? step.arguments : {};
      const named = typeof language === 'string' && language !== '' ? language.toUpperCase() : '';
      return [{ executableCode: { language: named || 'PYTHON', code: code ?? '' } }];
    }
    case 'code_execution_result': {
      const outcome = step.is_error === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK';
      const blocks = blocksOf(step.result);
      const printed =
        typeof step.result === 'string'
          ? step.result
          : blocks.map((block) => textAt(block, 'text')).join('');
      const made = blocks.filter((block) => MEDIA_TYPES.has(textAt(block, 'type')));
      return [{ codeExecutionResult: { outcome, output: printed } }, ...made.flatMap(partOfBlock)];
    }
    default:
      // What the service's own tools were asked and gave is in the steps alone.
      return [];
  }
}

/** A thought as its summary; its seal stands on the last part of that. */
function thoughtParts({ summary, signature }: Step): readonly JsonObject[] {
  const parts = blocksOf(summary).flatMap(partOfBlock);
  const shown = parts.map((part) => ({ ...part, thought: true }));
  if (typeof signature !== 'string' || signature === '') return shown;
  const last = shown.at(-1) ?? { text: '', thought: true };
  return [...shown.slice(0, -1), { ...last, thoughtSignature: signature }];
}

function partOfBlock(block: JsonObject): readonly JsonObject[] {
  const type = textAt(block, 'type');
  if (type === 'text') return [{ text: textAt(block, 'text') }];
  if (!MEDIA_TYPES.has(type)) return [];
  const told = textAt(block, 'mime_type');
  const mimeType = told === '' ? (DEFAULT_TYPES[type] ?? '') : told;
  if (typeof block.data === 'string') return [{ inlineData: { mimeType, data: block.data } }];
  if (typeof block.uri === 'string') return [{ fileData: { mimeType, fileUri: block.uri } }];
  return [];
}

/** What content of a kind is where it does not say. */
const DEFAULT_TYPES: { readonly [type: string]: string } = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  document: 'application/pdf',
};

function responseOf(result: JsonValue | undefined): JsonObject {
  return isObject(result) ? result : { result: result ?? null };
}

function idOf(id: JsonValue | undefined): JsonObject {
  return typeof id === 'string' && id !== '' ? { id } : {};
}

function blocksOf(value: JsonValue | undefined): readonly JsonObject[] {
  return items(value).filter(isObject);
}
