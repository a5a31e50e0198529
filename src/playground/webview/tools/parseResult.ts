import { isObject } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import type { Strings } from '../../strings';
import { fill } from '../fill';

/**
 * A typed result as the JSON object that the service takes: what is no object stands in one, as `result`. What begins
 * as an object or a list and is none is said to be wrong, as a sentence.
 */
export function parseResult(
  typed: string,
  strings: Pick<Strings, 'resultMissing' | 'resultNoJson'>,
): { readonly value: JsonObject } | { readonly error: string } {
  const text = typed.trim();
  if (text === '') return { error: strings.resultMissing };
  try {
    const value = JSON.parse(text) as JsonObject[string];
    return { value: isObject(value) ? value : { result: value } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (!/^[{[]/.test(text)) return { value: { result: typed } };
    return { error: fill(strings.resultNoJson, error.message) };
  }
}
