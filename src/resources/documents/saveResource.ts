import { operationRow } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import type { DocumentSubject } from '../../catalog/documents';
import { kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { L10n } from '../../platform/l10n';
import type { Prompts } from '../../platform/prompts';
import type { Calls } from '../../service/calls';
import type { Store } from '../../service/store';
import { patchCall } from '../../service/tableCalls';
import { changedFields, differences, isOutput, type ChangeRules } from './changedFields';
import { checkBody } from './checkBody';
import { parseDocumentText } from './documentText';
import { settleConflict } from './settleConflict';

export interface SaveParts {
  readonly calls: Calls;
  readonly store: Store;
  readonly prompts: Prompts;
  readonly l10n: L10n;
}

/** A document that is to be saved. */
export interface SaveInput extends DocumentSubject {
  /** What was read, and then edited. */
  readonly base: JsonObject;
  /** The document now. */
  readonly text: string;
  /** Whether the user asked for it, and can be asked. */
  readonly isByHand: boolean;
  /**
   * What the service had when the document showed it, or was compared with it: Undo, and taking over, bring parts of
   * any of them back.
   */
  readonly theirs: readonly JsonObject[];
  /** Shows what the service has beside the document. */
  compare(theirs: JsonObject): Promise<void>;
}

export interface Saved {
  /** As the service has it now. */
  readonly resource: JsonObject;
  /** What was changed there; nothing where the document said nothing new, or was given up for what is there. */
  readonly fields: readonly string[];
}

/**
 * Changes a resource to what its document says: only the fields that differ from what was read. Asks where
 * somebody else changed it meanwhile. Throws where it was not saved, so that nothing looks saved that is not.
 */
export async function saveResource(parts: SaveParts, input: SaveInput): Promise<Saved> {
  const { calls, store, l10n } = parts;
  const { ref, form, base } = input;
  const rules = changeRules(input);
  const parsed = parseDocumentText(input.text, form, base, l10n);
  const mine = withoutTheirs(parsed, base, input.theirs, rules);
  const fields = changedFields(base, mine, rules, l10n);
  if (fields.length === 0) return { resource: base, fields };
  const body = pick(mine, fields);
  checkBody(rules.message, rules.version, body, true, l10n);
  const latest = await store.get(ref);
  const changedThere = differences(base, latest).filter((name) => !isOutput(name, rules));
  if (changedThere.length > 0) {
    // An earlier try came through, or two people meant the same.
    if (fields.every((name) => !differences(latest, mine).includes(name))) {
      return { resource: latest, fields };
    }
    const choice = await settleConflict(parts, { ...input, theirs: latest, fields, changedThere });
    if (choice === 'reload') return { resource: latest, fields: [] };
  }
  const { id, input: sent } = patchCall(ref, body, fields);
  const mark = store.mark([ref], 'saving');
  try {
    const resource = await calls.call(ref, id, sent);
    store.merge(ref, resource);
    return { resource, fields };
  } finally {
    mark.dispose();
  }
}

function changeRules({ ref }: DocumentSubject): ChangeRules {
  const { patch } = kindOperations(ref.kind);
  const row = patch && operationRow(patch);
  if (!row?.mask || !row.versions.includes(ref.version)) {
    throw new AppError('noOperation', `${ref.version} has no operation to change a ${ref.kind}.`);
  }
  return { message: kindRow(ref.kind).message, version: ref.version, mask: row.mask };
}

/** What a mask names and the body lacks, the service clears. */
function pick(resource: JsonObject, fields: readonly string[]): JsonObject {
  const there = fields.filter((name) => resource[name] !== undefined && resource[name] !== null);
  return Object.fromEntries(there.map((name) => [name, resource[name]]));
}

/** What can't be changed and is just as the service once had it is no change: an Undo brought it back. */
function withoutTheirs(
  mine: JsonObject,
  base: JsonObject,
  theirs: readonly JsonObject[],
  rules: ChangeRules,
): JsonObject {
  const fixed = differences(base, mine).filter((name) => !rules.mask.includes(name));
  const taken = fixed.filter((name) =>
    theirs.some((one) => !differences(one, mine).includes(name)),
  );
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, base[name]])) };
}
