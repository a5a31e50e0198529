import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import { type KindId, kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { resourceId } from '../catalog/resourceName';
import { plainText } from '../platform/plainText';

/** A resource as sentences name it. */
export interface LabelledResource {
  readonly ref: ResourceRef;
  /** As its row shows it. From elsewhere: not made plain yet. */
  readonly label: string;
  /** What is loaded of it. */
  readonly resource?: JsonObject;
}

/** A resource with its label; with its name where nothing is loaded of it. */
export function labelledResource(
  ref: ResourceRef,
  resource: JsonObject | undefined,
): LabelledResource {
  if (!resource) return { ref, label: ref.name };
  return { ref, label: kindRow(ref.kind).label(resource), resource };
}

/** Labels that a list of many shows. */
const SHOWN = 5;
/** Characters of a label within a sentence. */
const SHORT = 60;

/** Resources within a sentence, such as `chunk “Tea is made …”`, `37 chunks` or `5 resources`. */
export function nameThem(resources: readonly LabelledResource[]): string {
  const [first] = resources;
  if (!first) return l10n.t('nothing');
  const row = kindRow(first.ref.kind);
  if (resources.length === 1) {
    return l10n.t('{0} “{1}”', l10n.t(row.noun.message), shortLabel(first.label));
  }
  const count = resources.length.toLocaleString('en');
  const isMixed = resources.some(({ ref }) => kindRow(ref.kind).noun.message !== row.noun.message);
  return isMixed
    ? l10n.t('{0} resources', count)
    : l10n.t('{0} {1}', count, l10n.t(row.nouns.message));
}

/** A label that fits into a sentence, and shows what it is. */
export function shortLabel(label: string): string {
  const plain = plainText(label);
  const characters = Array.from(plain);
  if (characters.length <= SHORT) return plain;
  return `${characters
    .slice(0, SHORT)
    .join('')
    .replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** The first of them on a line each, and how many more there are. */
export function listThem(resources: readonly LabelledResource[]): string {
  const lines = resources.slice(0, SHOWN).map(({ label }) => shortLabel(label));
  const more = resources.length - SHOWN;
  if (more > 0) lines.push(l10n.t('and {0} more', more.toLocaleString('en')));
  return lines.join('\n');
}

/** How long copies are kept, as it stands in sentences. */
export function daysText(days: number): string {
  return days === 1 ? l10n.t('1 day') : l10n.t('{0} days', days);
}

interface Below {
  readonly documents: number;
  readonly chunks: number;
}

/** What of an export or a copy is below its top: a document counts itself, and is not below itself. */
export function belowTop({ kind }: Pick<ResourceRef, 'kind'>, { documents, chunks }: Below): Below {
  return { documents: kind === 'document' ? 0 : documents, chunks };
}

/** What is below containers, such as `12 documents and 340 chunks`. */
export function nameBelow({ documents, chunks }: Below): string {
  const chunkText =
    chunks === 1 ? l10n.t('1 chunk') : l10n.t('{0} chunks', chunks.toLocaleString('en'));
  if (documents === 0) return chunkText;
  return l10n.t('{0} and {1}', nameDocuments(documents), chunkText);
}

/** Such as `12 documents`. */
export function nameDocuments(count: number): string {
  return count === 1 ? l10n.t('1 document') : l10n.t('{0} documents', count.toLocaleString('en'));
}

/** Labels that several resources of a list have. A list that changes is another object. */
const repeatedIn = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** The id of a resource that has its label in common with another one of its list. */
export function idOfTwin(
  resource: JsonObject,
  kind: KindId,
  list: readonly JsonObject[],
): string | undefined {
  const row = kindRow(kind);
  if (!row.hasTwins) return undefined;
  const repeated = repeatedIn.get(list) ?? repeatedLabels(list.map((item) => row.label(item)));
  repeatedIn.set(list, repeated);
  return repeated.has(row.label(resource)) ? resourceId(kind, resource) : undefined;
}

/** The labels that are there more than once. */
export function repeatedLabels(labels: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(labels.filter((label) => seen.size === seen.add(label).size));
}
