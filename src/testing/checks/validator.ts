import Ajv, { type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../base/json';
import { findIn } from '../../base/patterns';

/** Patterns of schemas, which throw `SlowPatternError` where one takes too long. */
function boundedPattern(source: string, flags: string) {
  const pattern = new RegExp(source, flags);
  // Ajv tells patterns apart by their text.
  return {
    test: (text: string) => findIn(text, pattern) !== null,
    toString: () => String(pattern),
  };
}
// Ajv writes this into schemas that are compiled to files, which none is.
boundedPattern.code = 'new RegExp';

/** A schema (draft 7) as a function. A file of its own, because it loads with the first schema. Throws where it is none. */
export function compileSchema(schema: JsonObject): ValidateFunction {
  const ajv = new Ajv({
    // Keywords that it does not know say nothing, as the standard wants it.
    allErrors: true,
    strict: false,
    logger: false,
    validateFormats: false,
    code: { regExp: boundedPattern },
  });
  return ajv.compile(schema);
}
