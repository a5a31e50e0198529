import type { JsonObject, JsonValue } from '../../api/schema/row';
import { StatusError } from '../status';

const DONE = /^\s*(not\s+|-)?done\s*[:=]\s*"?(true|false)"?\s*$/i;

/**
 * Which operations a list shows. What the service's filter takes is not published; here it is whether an
 * operation is over, such as `done:true` or `NOT done=true`. Throws 400 for anything else.
 */
export function operationFilter(filter: JsonValue | undefined): (operation: JsonObject) => boolean {
  if (typeof filter !== 'string' || filter.trim() === '') return () => true;
  const [match, not, value = ''] = DONE.exec(filter) ?? [];
  if (match === undefined) {
    throw new StatusError(400, 'Invalid filter: only done=true and done=false are understood.');
  }
  const isDone = (value.toLowerCase() === 'true') === (not === undefined);
  return ({ done }) => (done === true) === isDone;
}
