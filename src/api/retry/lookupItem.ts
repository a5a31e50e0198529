import { AppError } from '../../base/errors';
import { ServiceError } from '../errors/serviceError';
import { isObject, items, textAt } from '../../base/json';
import { operationRow, type OperationId } from '../operations';
import type { LookupRow } from '../operations/lookupRow';
import { nextPageToken } from '../paging';
import type { JsonObject } from '../schema/row';
import { nameIn, nameInput, operation, sentIn } from './places';
import { agrees, hasChanged } from './sameValue';

/** Calls a read operation; repeats it by that one's own rules. */
export type Read = (id: OperationId, input: JsonObject) => Promise<JsonObject>;

export type ItemOutcome =
  | { readonly kind: 'done'; readonly found: JsonObject }
  | { readonly kind: 'undone' }
  | { readonly kind: 'unclear' };

const UNCLEAR = { kind: 'unclear' } as const;
const UNDONE = { kind: 'undone' } as const;

/** Whether the input says enough to recognise what it was to do. */
export function isRecognisable(row: LookupRow, item: JsonObject): boolean {
  if (nameIn(row, item) === '') return false;
  const sent = sentIn(row, item);
  return row.match?.some((field) => textAt(sent, field) !== '') ?? true;
}

/** Looks whether one thing was done. A look that fails leaves it unclear. */
export async function lookAt(row: LookupRow, item: JsonObject, read: Read): Promise<ItemOutcome> {
  let found: JsonObject | undefined;
  try {
    found = row.match ? await findInList(row, item, read) : await getIfThere(row, item, read);
  } catch (error) {
    if (error instanceof AppError) return UNCLEAR;
    throw error;
  }
  if (row.done === 'gone') return found ? UNDONE : { kind: 'done', found: {} };
  if (!found) return UNDONE;
  const sent = sentIn(row, item);
  if (row.done === 'changed') {
    return hasChanged(found, sent, textAt(item, 'updateMask')) ? { kind: 'done', found } : UNDONE;
  }
  // Something else of that name, or of that person: not ours to take for an answer, nor to make again.
  return agrees(found, without(sent, row.match ?? [])) ? { kind: 'done', found } : UNCLEAR;
}

async function getIfThere(
  row: LookupRow,
  item: JsonObject,
  read: Read,
): Promise<JsonObject | undefined> {
  try {
    return await read(operation(row.by), nameInput(row.by, nameIn(row, item)));
  } catch (error) {
    // The service says "no permission" of what is not there.
    if (
      error instanceof ServiceError &&
      (error.httpStatus === 404 || error.reason === 'permission')
    ) {
      return undefined;
    }
    throw error;
  }
}

async function findInList(
  row: LookupRow,
  item: JsonObject,
  read: Read,
): Promise<JsonObject | undefined> {
  const { paging } = operationRow(operation(row.by));
  const sent = sentIn(row, item);
  const asked = nameInput(row.by, nameIn(row, item));
  const size = paging?.max === undefined ? {} : { pageSize: paging.max };
  const tokens = new Set<string>();
  let next: JsonObject = {};
  for (;;) {
    const page = await read(operation(row.by), { ...asked, ...size, ...next });
    const listed = items(page[paging?.items ?? '']).filter(isObject);
    const found = listed.find((candidate) => isRecognised(row, candidate, sent));
    if (found) return found;
    const token = nextPageToken(page, tokens);
    if (token === undefined) return undefined;
    tokens.add(token);
    next = { pageToken: token };
  }
}

function isRecognised(row: LookupRow, candidate: JsonObject, sent: JsonObject): boolean {
  // Mail addresses don't differ by case.
  const same = (field: string): boolean =>
    textAt(sent, field) === '' ||
    textAt(candidate, field).toLowerCase() === textAt(sent, field).toLowerCase();
  return (row.match ?? []).every(same) && agreesWithAll(candidate, row.also ?? {});
}

function agreesWithAll(
  candidate: JsonObject,
  fields: { readonly [field: string]: string },
): boolean {
  return Object.entries(fields).every(([field, value]) => textAt(candidate, field) === value);
}

function without(value: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}
