import type { JsonObject, JsonValue } from '../../../base/json';
import { isObject, tryParse } from '../../../base/json';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { answerText } from '../../../conversation/model/turns';

/** Values of an answer in JSON that are expected; whoever wants more adds them. */
const MOST_VALUES = 5;
/** Characters of a sentence; a longer one would hardly come again. */
const LONGEST = 200;

/** Models put JSON into a block of code, with or without being asked to. */
const FENCE = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/i;
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * What a test may expect of answers like this one, as its checks, which this answer passes: the calls of its functions,
 * else the values of its JSON, else its first sentence. None where it says nothing.
 */
export function expectationOf({ content: { parts = [] } }: ModelTurn): readonly JsonObject[] {
  const calls = parts.flatMap(({ functionCall: call }): readonly JsonObject[] => {
    const { name, args } = call ?? {};
    if (name === undefined || name === '') return [];
    const hasArgs = isObject(args) && Object.keys(args).length > 0;
    return [{ type: 'called', name, ...(hasArgs && { args }) }];
  });
  if (calls.length > 0) return calls;
  const text = answerText(parts);
  const value = tryParse(FENCE.exec(text)?.[1] ?? text);
  if (Array.isArray(value) || isObject(value)) return ofJson(value);
  const sentence = firstSentence(text);
  return sentence === '' ? [] : [{ type: 'contains', value: sentence }];
}

function ofJson(value: JsonValue): readonly JsonObject[] {
  const found: JsonObject[] = [];
  look(value, '$');
  if (found.length > 0) return found;
  return [{ type: 'jsonSchema', schema: { type: Array.isArray(value) ? 'array' : 'object' } }];

  function look(part: JsonValue, path: string): void {
    if (found.length >= MOST_VALUES) return;
    if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) look(item as JsonValue, `${path}[${index}]`);
    } else if (isObject(part)) {
      for (const [name, item] of Object.entries(part)) {
        const step = PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
        if (item !== undefined) look(item, path + step);
      }
    } else found.push({ type: 'jsonPath', path, value: part });
  }
}

function firstSentence(text: string): string {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { segment } of sentences.segment(text)) {
    const sentence = segment.trim();
    // A bullet or the marks of a heading alone are none.
    if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
    if (sentence.length <= LONGEST) return sentence;
    const end = sentence.lastIndexOf(' ', LONGEST);
    return end > 0
      ? sentence.slice(0, end)
      : Array.from(sentence)
          .slice(0, LONGEST / 2)
          .join('');
  }
  return text.trim();
}
