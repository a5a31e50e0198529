import { isObject, items, objectAt, textAt } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';

/** A passage as the page has it. */
interface Passage {
  readonly id: string;
  readonly text: string;
}

/** An example as the page has it. */
interface Example {
  readonly input: string;
  readonly output: string;
}

/**
 * `inlinePassages` of a request with other passages; undefined where there are none. Of those that are as before,
 * everything else stays that was set about them.
 */
export function typedPassages(
  before: JsonObject,
  typed: readonly Passage[],
): JsonObject | undefined {
  if (typed.length === 0) return undefined;
  const known = items(before.passages).filter(isObject);
  const passages = typed.map(
    ({ id, text }) =>
      known.find((one) => textAt(one, 'id') === id && wordsOf(one) === text) ?? {
        id,
        content: { parts: [{ text }] },
      },
  );
  return { ...before, passages };
}

/** `prompt` of a legacy chat with another context and other examples; undefined where nothing is in it. */
export function typedPrompt(
  { context: _, examples: before, ...others }: JsonObject,
  { context, examples }: { readonly context: string; readonly examples: readonly Example[] },
): JsonObject | undefined {
  const known = items(before).filter(isObject);
  const said = (one: JsonObject, side: keyof Example): string =>
    textAt(objectAt(one, side), 'content');
  const typed = examples.map(
    ({ input, output }) =>
      known.find((one) => said(one, 'input') === input && said(one, 'output') === output) ?? {
        input: { content: input },
        output: { content: output },
      },
  );
  const prompt = {
    ...others,
    ...(context !== '' && { context }),
    ...(typed.length > 0 && { examples: typed }),
  };
  return Object.keys(prompt).length === 0 ? undefined : prompt;
}

/** As the page shows them. */
function wordsOf(passage: JsonObject): string {
  const parts = items(objectAt(passage, 'content').parts).filter(isObject);
  return parts.map((part) => textAt(part, 'text')).join('\n');
}
