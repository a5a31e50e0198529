import type { JsonObject } from '../../../api/schema/row';
import { isObject, textAt } from '../../../base/json';

/** Whether a request asks for JSON alone: its answer is then shown as code. */
export function asksForJson(sent: JsonObject | undefined): boolean {
  const { response_format: format } = sent ?? {};
  const formats = Array.isArray(format) ? format : [format];
  return formats.some((one) => isObject(one) && textAt(one, 'mime_type') === 'application/json');
}
