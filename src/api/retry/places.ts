import { isObject, items, objectAt } from '../../base/json';
import { templateVariables } from '../names';
import { isOperationId, operationRow, type OperationId } from '../operations';
import type { LookupRow } from '../operations/lookupRow';
import type { JsonObject } from '../schema/row';

/** The items of a batch; of any other call, the call itself. */
export function itemsOf(row: LookupRow, input: JsonObject): readonly JsonObject[] {
  if (row.each === undefined) return [input];
  // What is no item has no name, so that the batch counts as one that can't be looked up.
  return items(valueAt(input, row.each)).map((item) => (isObject(item) ? item : {}));
}

/** The full name of what is looked up; empty where the input leaves it to the service. */
export function nameIn(row: LookupRow, item: JsonObject): string {
  const value = valueAt(item, row.name);
  return typeof value === 'string' && value !== '' ? `${row.prefix ?? ''}${value}` : '';
}

/** What was sent of it. */
export function sentIn(row: LookupRow, item: JsonObject): JsonObject {
  const value = row.sent === undefined ? undefined : valueAt(item, row.sent);
  return isObject(value) ? value : {};
}

/** The same value with other items at a place. */
export function replaceAt(value: JsonObject, place: string, by: readonly JsonObject[]): JsonObject {
  const [name = '', ...rest] = place.split('.');
  const inner = rest.length === 0 ? by : replaceAt(objectAt(value, name), rest.join('.'), by);
  return { ...value, [name]: inner };
}

/** The name as the operation's only path parameter. */
export function nameInput(id: string, name: string): JsonObject {
  const [variable] = templateVariables(operationRow(operation(id)).path);
  return { [variable?.name ?? 'name']: name };
}

/** The operation that a row names. */
export function operation(id: string): OperationId {
  if (isOperationId(id)) return id;
  throw new Error(`The table of operations names ${id}, which it does not have.`);
}

function valueAt(value: JsonObject, place: string): unknown {
  const names = place.split('.');
  const last = names.pop() ?? '';
  return names.reduce(objectAt, value)[last];
}
