import type { JsonObject } from '../../../api/schema/row';
import type { Strings } from '../../strings';
import { fill } from '../fill';

/** A typed result as the JSON object that the service takes, or what is wrong with it as a sentence. */
export function parseResult(
  typed: string,
  strings: Pick<Strings, 'resultMissing' | 'resultNoObject' | 'resultNoJson'>,
): { readonly value: JsonObject } | { readonly error: string } {
  if (typed.trim() === '') return { error: strings.resultMissing };
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as JsonObject }
      : { error: strings.resultNoObject };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { error: fill(strings.resultNoJson, error.message) };
  }
}
