import Ajv, { type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../base/json';
import { findIn } from '../../base/patterns';

/** Creates a regular expression for schemas. Throws `SlowPatternError` upon timeout. */
function boundedPattern(source: string, flags: string) {
  const pattern = new RegExp(source, flags);
  // Ajv caches patterns by `toString`.
  return {
    test: (text: string) => findIn(text, pattern) !== null,
    toString: () => String(pattern),
  };
}
// Required by Ajv, used only for standalone code.
boundedPattern.code = 'new RegExp';

/** Compiles a schema (draft-07). A separate file, to load Ajv on demand. Throws if invalid. */
export function compileSchema(schema: JsonObject): ValidateFunction {
  const ajv = new Ajv({
    // Ignores unknown keywords, as the standard requires.
    allErrors: true,
    strict: false,
    logger: false,
    validateFormats: false,
    code: { regExp: boundedPattern },
  });
  return ajv.compile(schema);
}
