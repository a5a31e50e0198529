import Ajv, { type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../base/json';

/** A schema (draft 7) as a function. A file of its own, because it loads with the first schema. Throws where it is none. */
export function compileSchema(schema: JsonObject): ValidateFunction {
  // Keywords that it does not know say nothing, as the standard wants it.
  const ajv = new Ajv({ allErrors: true, strict: false, logger: false, validateFormats: false });
  return ajv.compile(schema);
}
