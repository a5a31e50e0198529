import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../base/errors';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { ServiceError } from '../errors';
import { templateVariables } from '../names';
import { isOperationId, type OperationId, operationRow } from '../operations';
import type { LookupRow } from '../operations/row';
import { nextPageToken, pageInput } from '../paging';
import type { JsonObject } from '../schema/row';

/** What a look at the service showed of a call whose outcome was open. */
export type Outcome =
  | { readonly kind: 'done'; readonly answer: JsonObject }
  /** What is to be sent again, and how the answer to that becomes the answer to the whole. */
  | {
      readonly kind: 'undone';
      readonly input: JsonObject;
      readonly whole: (answer: JsonObject) => JsonObject;
    }
  | { readonly kind: 'unclear' };

const UNCLEAR = { kind: 'unclear' } as const;

// Lookups of a batch that run at once.
const PARALLEL = 8;

/** Whether the input says enough to recognise what it was to do: a create may leave the name to the service. */
export function canLookUp(row: LookupRow, input: JsonObject): boolean {
  const parts = itemsOf(row, input);
  return parts.length > 0 && parts.every((item) => isRecognisable(row, item));
}

/**
 * Looks whether a call was done, item by item where it is a batch. Throws only what is neither an error of
 * the service nor of the network: cancellation.
 */
export async function lookUp(row: LookupRow, input: JsonObject, read: Read): Promise<Outcome> {
  const parts = itemsOf(row, input);
  const outcomes = await lookAtAll(row, parts, read);
  if (outcomes.some(({ kind }) => kind === 'unclear')) return UNCLEAR;
  if (outcomes.some(({ kind }) => kind === 'undone')) return undone(row, input, parts, outcomes);
  return finish(row, input, foundOf(outcomes), read);
}

async function lookAtAll(
  row: LookupRow,
  parts: readonly JsonObject[],
  read: Read,
): Promise<readonly ItemOutcome[]> {
  const outcomes: ItemOutcome[] = [];
  let isClear = true;
  // Shared: each worker takes the next one.
  const queue = parts.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (!isClear) return;
      const outcome = await lookAt(row, item, read);
      outcomes[index] = outcome;
      isClear &&= outcome.kind !== 'unclear';
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, parts.length) }, work));
  return outcomes;
}

/** The answer that the call would have had. */
async function finish(
  row: LookupRow,
  input: JsonObject,
  found: readonly JsonObject[],
  read: Read,
): Promise<Outcome> {
  const { answer } = row;
  const [first = {}] = found;
  if (answer === undefined) return { kind: 'done', answer: first };
  if (answer === 'nothing') return { kind: 'done', answer: {} };
  if ('field' in answer) {
    return { kind: 'done', answer: { [answer.field]: row.each === undefined ? first : found } };
  }
  const id = operation(answer.first);
  try {
    const page = await read(id, nameInput(id, nameIn(row, input)));
    const [item] = items(page[operationRow(id).paging?.items ?? '']).filter(isObject);
    return item ? { kind: 'done', answer: item } : UNCLEAR;
  } catch (error) {
    if (error instanceof AppError) return UNCLEAR;
    throw error;
  }
}

/** Only the items that are missing are sent again; the answer has all of them in the order asked. */
function undone(
  row: LookupRow,
  input: JsonObject,
  parts: readonly JsonObject[],
  outcomes: readonly ItemOutcome[],
): Outcome {
  if (row.each === undefined) return { kind: 'undone', input, whole: (answer) => answer };
  const rest = parts.filter((_item, index) => outcomes[index]?.kind === 'undone');
  const { answer } = row;
  const whole = (answered: JsonObject): JsonObject => {
    if (typeof answer !== 'object' || !('field' in answer)) return answered;
    const made = items(answered[answer.field]).filter(isObject);
    const all = parts.map((item, index) => {
      const outcome = outcomes[index];
      if (outcome?.kind === 'done') return outcome.found;
      return made.find((candidate) => textAt(candidate, 'name') === nameIn(row, item));
    });
    return { ...answered, [answer.field]: all.filter((item) => item !== undefined) };
  };
  return { kind: 'undone', input: replaceAt(input, row.each, rest), whole };
}

function foundOf(outcomes: readonly ItemOutcome[]): readonly JsonObject[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.found] : []));
}

/** Calls a read operation; repeats it by that one's own rules. */
export type Read = (id: OperationId, input: JsonObject) => Promise<JsonObject>;

type ItemOutcome =
  | { readonly kind: 'done'; readonly found: JsonObject }
  | { readonly kind: 'undone' }
  | { readonly kind: 'unclear' };

const UNDONE = { kind: 'undone' } as const;

/** Whether the input says enough to recognise what it was to do. */
function isRecognisable(row: LookupRow, item: JsonObject): boolean {
  if (nameIn(row, item) === '') return false;
  const sent = sentIn(row, item);
  return row.match?.some((field) => textAt(sent, field) !== '') ?? true;
}

/** Looks whether one thing was done. A look that fails leaves it unclear. */
async function lookAt(row: LookupRow, item: JsonObject, read: Read): Promise<ItemOutcome> {
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
  const list = operationRow(operation(row.by));
  const sent = sentIn(row, item);
  const asked = nameInput(row.by, nameIn(row, item));
  const tokens = new Set<string>();
  let token: string | undefined;
  for (;;) {
    const page = await read(operation(row.by), { ...asked, ...pageInput(list, token) });
    const listed = items(page[list.paging?.items ?? '']).filter(isObject);
    const found = listed.find((candidate) => isRecognised(row, candidate, sent));
    if (found) return found;
    token = nextPageToken(list, page, tokens);
    if (token === undefined) return undefined;
    tokens.add(token);
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

/** The items of a batch; of any other call, the call itself. */
function itemsOf(row: LookupRow, input: JsonObject): readonly JsonObject[] {
  if (row.each === undefined) return [input];
  // What is no item has no name, so that the batch counts as one that can't be looked up.
  return items(valueAt(input, row.each)).map((item) => (isObject(item) ? item : {}));
}

/** The full name of what is looked up; empty where the input leaves it to the service. */
function nameIn(row: LookupRow, item: JsonObject): string {
  const value = valueAt(item, row.name);
  return typeof value === 'string' && value !== '' ? `${row.prefix ?? ''}${value}` : '';
}

/** What was sent of it. */
function sentIn(row: LookupRow, item: JsonObject): JsonObject {
  const value = row.sent === undefined ? undefined : valueAt(item, row.sent);
  return isObject(value) ? value : {};
}

/** The same value with other items at a place. */
function replaceAt(value: JsonObject, place: string, by: readonly JsonObject[]): JsonObject {
  const [name = '', ...rest] = place.split('.');
  const inner = rest.length === 0 ? by : replaceAt(objectAt(value, name), rest.join('.'), by);
  return { ...value, [name]: inner };
}

/** The name as the operation's only path parameter. */
function nameInput(id: string, name: string): JsonObject {
  const [variable] = templateVariables(operationRow(operation(id)).path);
  return { [variable?.name ?? 'name']: name };
}

/** The operation that a row names. */
function operation(id: string): OperationId {
  if (isOperationId(id)) return id;
  throw new Error(`The table of operations names ${id}, which it does not have.`);
}

function valueAt(value: JsonObject, place: string): unknown {
  const names = place.split('.');
  const last = names.pop() ?? '';
  return names.reduce(objectAt, value)[last];
}

/**
 * Whether what was found is what was sent. A field that only one side has does not count: the service adds
 * fields, keeps some to itself (training data), and leaves default values out.
 */
export function agrees(found: unknown, sent: unknown): boolean {
  if (isObject(sent)) {
    if (!isObject(found)) return false;
    return Object.entries(sent).every(
      ([name, value]) =>
        value === undefined || !Object.hasOwn(found, name) || agrees(found[name], value),
    );
  }
  if (Array.isArray(sent)) {
    if (!Array.isArray(found) || found.length !== sent.length) return false;
    return sent.every((value, index) => agrees(found[index], value));
  }
  // A 64-bit number is sent as number or text and comes back as text.
  return String(found) === String(sent);
}

/** Whether what was found has exactly the values sent, in the fields that an update mask names. */
export function hasChanged(found: JsonObject, sent: JsonObject, mask: string): boolean {
  const named = mask
    .split(',')
    .map((path) => path.trim().split('.', 1)[0] ?? '')
    .map((name) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()));
  const fields = named.includes('*') ? Object.keys(sent) : named;
  return fields.every((name) => isDeepStrictEqual(found[name], sent[name]));
}
