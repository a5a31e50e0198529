import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import { type KindId, kindRow } from '../catalog/kinds';
import { collectionRef, type ResourceRef } from '../catalog/ref';
import { resourceId } from '../catalog/resourceName';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { Store } from '../service/store';

export interface LabelledResource {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly resource?: JsonObject;
}

export function labelledResource(
  ref: ResourceRef,
  resource: JsonObject | undefined,
): LabelledResource {
  if (!resource) return { ref, label: ref.name };
  return { ref, label: kindRow(ref.kind).label(resource), resource };
}

const SHOWN = 5;
const SHORT = 60;

/** Returns a phrase such as `chunk “Tea is made …”`, `37 chunks`, or `5 resources`. */
export function describeResources(resources: readonly LabelledResource[]): string {
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

export function shortLabel(label: string): string {
  const plain = plainText(label);
  const characters = Array.from(plain);
  if (characters.length <= SHORT) return plain;
  return `${characters
    .slice(0, SHORT)
    .join('')
    .replace(/[\s,;:.–-]+$/u, '')}…`;
}

export function listResources(resources: readonly LabelledResource[]): string {
  const lines = resources.slice(0, SHOWN).map(({ label }) => shortLabel(label));
  const more = resources.length - SHOWN;
  if (more > 0) lines.push(l10n.t('and {0} more', more.toLocaleString('en')));
  return lines.join('\n');
}

export function daysText(days: number): string {
  return days === 1 ? l10n.t('1 day') : l10n.t('{0} days', days);
}

interface Below {
  readonly documents: number;
  readonly chunks: number;
}

export function belowTop({ kind }: Pick<ResourceRef, 'kind'>, { documents, chunks }: Below): Below {
  return { documents: kind === 'document' ? 0 : documents, chunks };
}

/** Returns counts such as `12 documents and 340 chunks`. */
export function nameBelow({ documents, chunks }: Below): string {
  const chunkText =
    chunks === 1 ? l10n.t('1 chunk') : l10n.t('{0} chunks', chunks.toLocaleString('en'));
  if (documents === 0) return chunkText;
  return l10n.t('{0} and {1}', nameDocuments(documents), chunkText);
}

export function nameDocuments(count: number): string {
  return count === 1 ? l10n.t('1 document') : l10n.t('{0} documents', count.toLocaleString('en'));
}

/** Labels that several resources of a list share. A changed list is a new object. */
const repeatedIn = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

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

export function repeatedLabels(labels: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(labels.filter((label) => seen.size === seen.add(label).size));
}

interface DeletedRowDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly store: Pick<Store, 'find' | 'remove'>;
  readonly refresh: (collection: ResourceRef) => Promise<unknown>;
}

/** Reports that a row's resource was deleted by another window or app. */
export async function notifyDeleted(
  { prompts, store, refresh }: DeletedRowDeps,
  target: ResourceRef,
): Promise<void> {
  const again = l10n.t('Refresh');
  const remove = l10n.t('Remove from List');
  const { label } = labelledResource(target, store.find(target));
  const text = l10n.t('“{0}” was not found. It may have been deleted elsewhere.', label);
  const answer = await prompts.notify('warning', text, again, remove);
  if (answer === again) await refresh(collectionRef(target));
  if (answer === remove) store.remove([target]);
}
