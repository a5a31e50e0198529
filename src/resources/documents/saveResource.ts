import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { operationRow } from '../../api/operations';
import { findMessage } from '../../api/schema/messages';
import { toCamelCase } from '../../api/schema/scalars';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import { isInEdition, isAvailable, type Version } from '../../api/versions';
import { AppError } from '../../base/errors';
import type { DocumentSubject } from '../../catalog/documents';
import { bodyMessage, kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import type { Calls } from '../../service/calls';
import type { Store } from '../../service/store';
import { patchCall } from '../../service/tableCalls';
import { shortLabel } from '../resourceTexts';
import { DocumentError, type FieldProblem, checkBody, parseDocumentText } from './documentText';

interface SaveDeps {
  readonly calls: Calls;
  readonly store: Store;
  readonly prompts: Prompts;
}

interface SaveInput extends DocumentSubject {
  readonly base: JsonObject;
  readonly text: string;
  /** Whether the save was manual, so the user can be prompted. */
  readonly isByHand: boolean;
  compare(theirs: JsonObject): Promise<void>;
}

interface SavedResource {
  readonly resource: JsonObject;
  /** Changed fields. Empty if nothing was sent. */
  readonly fields: readonly string[];
}

/**
 * Patches only the fields that differ from `base`. Prompts if another user changed the resource. Throws if
 * not saved, so the document stays dirty.
 */
export async function saveResource(parts: SaveDeps, input: SaveInput): Promise<SavedResource> {
  const { calls, store } = parts;
  const { ref, form, base } = input;
  const rules = changeRules(input);
  const mine = parseDocumentText(input.text, form, base);
  const fields = changedFields(base, mine, rules);
  if (fields.length === 0) return { resource: base, fields };
  const body = pick(mine, fields);
  checkBody(bodyMessage(ref.kind, 'patch'), rules.version, body, true);
  const latest = await store.get(ref);
  const changedThere = differences(base, latest).filter((name) => !isOutput(name, rules));
  if (changedThere.length > 0) {
    // An earlier attempt succeeded, or another user made the same change.
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
  if (!row?.mask || !isAvailable(row, ref.version)) {
    throw new AppError('noOperation', `${ref.version} has no API method to change a ${ref.kind}.`);
  }
  return { message: kindRow(ref.kind).message, version: ref.version, mask: row.mask };
}

/** The API clears fields that are in the mask but not in the body. */
function pick(resource: JsonObject, fields: readonly string[]): JsonObject {
  const there = fields.filter((name) => resource[name] !== undefined && resource[name] !== null);
  return Object.fromEntries(there.map((name) => [name, resource[name]]));
}

interface Conflict extends Pick<SaveInput, 'ref' | 'isByHand' | 'compare'> {
  readonly theirs: JsonObject;
  readonly fields: readonly string[];
  readonly changedThere: readonly string[];
}

/** Prompts for the version to keep. Throws if the document stays unsaved, so no changes are lost. */
async function settleConflict(
  { prompts }: Pick<SaveDeps, 'prompts'>,
  { ref, isByHand, compare, theirs, fields, changedThere }: Conflict,
): Promise<'overwrite' | 'reload'> {
  const noun = l10n.t(kindRow(ref.kind).noun.message);
  const unsaved = (hint: string): AppError =>
    new AppError('conflict', l10n.t('The {0} was changed on the server.', noun), { hint });
  if (!isByHand) throw unsaved(l10n.t('Save manually to resolve the conflict.'));
  const [doCompare, overwrite, reload] = [
    l10n.t('Compare'),
    l10n.t('Overwrite'),
    l10n.t('Reload'),
  ] as const;
  const label = shortLabel(kindRow(ref.kind).label(theirs));
  const message = l10n.t(
    'The {0} “{1}” was changed on the server since you opened it.',
    noun,
    label,
  );
  const detail = [
    ...(label === ref.name ? [] : [plainText(ref.name)]),
    l10n.t('Changed on server: {0}.', changedThere.map(plainText).join(', ')),
    l10n.t('Changed by you: {0}.', fields.join(', ')),
    l10n.t('Overwrite sends only your changes. Reload discards them.'),
  ].join('\n');
  const choice = await prompts.confirm(message, {
    detail,
    actions: [doCompare, overwrite, reload],
  });
  if (choice === overwrite) return 'overwrite';
  if (choice === reload) return 'reload';
  if (choice === doCompare) await compare(theirs);
  throw unsaved(
    l10n.t('Your changes are still in the editor. Save again to resolve the conflict.'),
  );
}

interface ChangeRules {
  readonly message: string;
  readonly version: Version;
  readonly mask: readonly string[];
}

/**
 * Returns changed fields in mask order. Ignores output-only fields if others changed, because Undo restores
 * old timestamps. Throws `DocumentError` for changes that the API rejects.
 */
function changedFields(base: JsonObject, mine: JsonObject, rules: ChangeRules): readonly string[] {
  const all = differences(base, mine);
  const own = all.filter((name) => !isOutput(name, rules));
  const names = own.length > 0 ? own : all;
  const problems = names.filter((name) => !canChange(name, rules)).map((name) => refusal(name));
  if (problems.length > 0) throw new DocumentError(problems, l10n.t('Nothing was saved.'));
  return rules.mask.filter((name) => names.includes(name));

  function refusal(name: string): FieldProblem {
    const isThere = Object.hasOwn(mine, name);
    return { message: reasonAgainst(name, rules, isThere), path: isThere ? [name] : [] };
  }
}

function differences(one: JsonObject, other: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => !isSame(valueOf(one, name), valueOf(other, name)));
}

/** Whether a field is output-only, so the server may change it at any time. */
function isOutput(name: string, { message, version }: ChangeRules): boolean {
  return fieldOf(name, message, version)?.outputOnly === true;
}

function canChange(name: string, { message, version, mask }: ChangeRules): boolean {
  return mask.includes(name) && fieldOf(name, message, version) !== undefined;
}

function reasonAgainst(
  name: string,
  { message, version, mask }: ChangeRules,
  isThere: boolean,
): string {
  const field = fieldOf(name, message, version);
  if (!field && isThere) {
    const known = toCamelCase(name);
    return known !== name && fieldOf(known, message, version)
      ? l10n.t('Use “{1}” instead of “{0}”.', name, known)
      : l10n.t('“{0}” is not a field of {1} in {2}.', name, message, version);
  }
  if (!isThere)
    return l10n.t('“{0}” can’t be removed. Restore it to save your other changes.', name);
  if (field?.outputOnly) return l10n.t('“{0}” is set by the server and can’t be changed.', name);
  return l10n.t('“{0}” can’t be changed. Editable fields: {1}.', name, mask.join(', '));
}

function fieldOf(name: string, message: string, version: Version): FieldRow | undefined {
  const row = findMessage(message);
  if (!row || !Object.hasOwn(row.fields, name)) return undefined;
  const field = row.fields[name];
  return field && isInEdition(field.versions, version) ? field : undefined;
}

function valueOf(resource: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(resource, name) ? resource[name] : undefined;
}

// The API omits empty lists and strings.
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return isDeepStrictEqual(one, other) || (isEmpty(one) && isEmpty(other));
}

function isEmpty(value: JsonValue | undefined): boolean {
  const isNothing = value === undefined || value === null || value === '';
  return isNothing || (Array.isArray(value) && value.length === 0);
}
