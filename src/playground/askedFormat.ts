import type { JsonObject, JsonValue } from '../api/schema/row';

/** The form that an answer was asked for in. */
export interface AskedFormat {
  /** The answer is one of the schema's values, and not JSON. */
  readonly isEnum: boolean;
  /** Of the service's own kind or JSON Schema; absent where any JSON will do. */
  readonly schema?: JsonValue;
}

/** What a request says of the form of its answer; undefined where that is plain text. */
export function askedFormat(request: JsonObject | undefined): AskedFormat | undefined {
  const config = request?.generationConfig as JsonObject | undefined;
  const type = config?.responseMimeType;
  if (type !== 'application/json' && type !== 'text/x.enum') return undefined;
  const schema = config?.responseJsonSchema ?? config?.responseSchema;
  return { isEnum: type === 'text/x.enum', ...(schema !== undefined && { schema }) };
}
