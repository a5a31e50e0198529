import { AppError } from '../../base/errors';
import { isObject, items, textAt } from '../../base/json';
import { operationRow } from '../operations';
import type { LookupRow } from '../operations/lookupRow';
import type { JsonObject } from '../schema/row';
import { isRecognisable, lookAt, type ItemOutcome, type Read } from './lookupItem';
import { itemsOf, nameIn, nameInput, operation, replaceAt } from './places';

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
