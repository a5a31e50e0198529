import { isDeepStrictEqual } from 'node:util';
import { findType, isEnum } from '../../api/schema/messages';
import { toCamelCase } from '../../api/schema/names';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import { holdsIn, type Version } from '../../api/versions';
import type { L10n } from '../../platform/l10n';
import { DocumentError, type FieldProblem } from './documentError';

/** What may be changed of a resource. */
export interface ChangeRules {
  /** The service's message of it. */
  readonly message: string;
  readonly version: Version;
  /** Fields that a patch takes. */
  readonly mask: readonly string[];
}

/**
 * The fields in which a document differs from what was read, in the mask's order. Throws `DocumentError` where
 * the service would not take one of the changes, or would take no notice of it.
 */
export function changedFields(
  base: JsonObject,
  mine: JsonObject,
  rules: ChangeRules,
  l10n: L10n,
): readonly string[] {
  const names = differences(base, mine);
  const problems = names.filter((name) => !canChange(name, rules)).map((name) => refusal(name));
  if (problems.length > 0) throw new DocumentError(problems, l10n.t('Nothing was saved.'));
  return rules.mask.filter((name) => names.includes(name));

  function refusal(name: string): FieldProblem {
    const isThere = Object.hasOwn(mine, name);
    return { message: reasonAgainst(name, rules, isThere, l10n), path: isThere ? [name] : [] };
  }
}

/** The fields in which two states of a resource differ; what is empty and what is absent are the same. */
export function differences(one: JsonObject, other: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => !isSame(valueOf(one, name), valueOf(other, name)));
}

/** Whether only the service sets a field, which it may do at any time. */
export function isOutput(name: string, { message, version }: ChangeRules): boolean {
  return fieldOf(name, message, version)?.outputOnly === true;
}

function canChange(name: string, { message, version, mask }: ChangeRules): boolean {
  return mask.includes(name) && fieldOf(name, message, version) !== undefined;
}

function reasonAgainst(
  name: string,
  { message, version, mask }: ChangeRules,
  isThere: boolean,
  l10n: L10n,
): string {
  const field = fieldOf(name, message, version);
  if (!field && isThere) {
    const known = toCamelCase(name);
    return known !== name && fieldOf(known, message, version)
      ? l10n.t('“{0}” is called “{1}” here.', name, known)
      : l10n.t('“{0}” is not a field of {1} in {2}.', name, message, version);
  }
  if (!isThere) return l10n.t('“{0}” cannot be removed. Undo that to save the rest.', name);
  if (field?.outputOnly) return l10n.t('“{0}” is set by the service and cannot be changed.', name);
  return l10n.t('“{0}” cannot be changed. What can be changed: {1}.', name, mask.join(', '));
}

function fieldOf(name: string, message: string, version: Version): FieldRow | undefined {
  const row = findType(message);
  if (!row || isEnum(row) || !Object.hasOwn(row.fields, name)) return undefined;
  const field = row.fields[name];
  return field && holdsIn(field.versions, version) ? field : undefined;
}

function valueOf(resource: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(resource, name) ? resource[name] : undefined;
}

// The service leaves out empty lists and texts.
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return isDeepStrictEqual(one, other) || (isEmpty(one) && isEmpty(other));
}

function isEmpty(value: JsonValue | undefined): boolean {
  const isNothing = value === undefined || value === null || value === '';
  return isNothing || (Array.isArray(value) && value.length === 0);
}
