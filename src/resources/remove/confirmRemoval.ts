import * as l10n from '@vscode/l10n';
import { operationRow } from '../../api/operations';
import { canDo, kindOperations } from '../../catalog/kindOperations';
import { type KindId, kindRow } from '../../catalog/kinds';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { isGone } from '../../service/resourceErrors';
import type { Store } from '../../service/store';
import {
  daysText,
  listResources,
  nameBelow,
  nameDocuments,
  describeResources,
  shortLabel,
  type LabelledResource,
  labelledResource,
} from '../resourceTexts';
import type { ResourcesContext } from '../context';
import { askContainers } from './askContainers';

export interface ConfirmedRemoval {
  readonly containers: readonly LabelledResource[];
  readonly others: readonly LabelledResource[];
  /** Resources that need `force` because they have content. */
  readonly forced: ReadonlySet<LabelledResource>;
  readonly isCopied: boolean;
  /** Number of chunks below the containers. Undefined unless all were counted. */
  readonly chunks?: number | undefined;
}

export async function confirmRemoval(
  context: ResourcesContext,
  plan: RemovalPlan,
): Promise<ConfirmedRemoval | undefined> {
  const { containers, named, leaves } = plan;
  const stores = await countStores(context, plan.stores);
  const answer = containers.length > 0 ? await askContainers(context, containers) : undefined;
  if (containers.length > 0 && !answer) return undefined;
  // A fully counted empty container is deleted like other resources.
  const isEmpty = answer?.isWhole && answer.below.documents + answer.below.chunks === 0;
  const full = isEmpty ? [] : containers;
  const others = [...named, ...stores.all, ...leaves, ...(isEmpty ? containers : [])];
  const all = [...full, ...others];
  const chunks = answer && !isEmpty ? answer.below.chunks : 0;
  const documents = stores.documents + (answer && !isEmpty ? answer.below.documents : 0);
  const isAgreed =
    full.length + named.length + stores.full.length > 0
      ? await confirmByTyping(context, all, belowText({ documents, chunks }))
      : await modal(context, all, plan.refused);
  if (!isAgreed) return undefined;
  const isCopied = !isEmpty && (answer?.isCopied ?? false);
  return {
    containers: full,
    others,
    forced: new Set([
      ...full,
      ...stores.full,
      ...leaves.filter(({ ref }) => supportsForce(ref.kind)),
    ]),
    isCopied,
    chunks: answer?.isWhole ? answer.below.chunks : undefined,
  };
}

interface CountedStores {
  readonly all: readonly LabelledResource[];
  readonly full: readonly LabelledResource[];
  readonly documents: number;
}

/** Fetches the stores because their counts change at any time. */
async function countStores(
  { services, progress }: ResourcesContext,
  stores: readonly LabelledResource[],
): Promise<CountedStores> {
  if (stores.length === 0) return { all: [], full: [], documents: 0 };
  const all = await progress(
    l10n.t('Listing the contents of {0}', describeResources(stores)),
    (signal) =>
      Promise.all(
        stores.map(async (store) => {
          try {
            return labelledResource(store.ref, await services.store.get(store.ref, signal));
          } catch (error) {
            // The resource is already deleted, which the delete call reports.
            if (isGone(store.ref.kind, error)) return { ...store, resource: {} };
            throw error;
          }
        }),
      ),
  );
  const count = ({ ref, resource }: LabelledResource): number =>
    (resource && kindRow(ref.kind).contents?.(resource)) ?? 0;
  return {
    all,
    full: all.filter((store) => count(store) > 0),
    documents: all.reduce((sum, store) => sum + count(store), 0),
  };
}

function belowText(below: {
  readonly documents: number;
  readonly chunks: number;
}): string | undefined {
  if (below.documents + below.chunks === 0) return undefined;
  return below.chunks === 0 ? nameDocuments(below.documents) : nameBelow(below);
}

const TYPED = 40;

async function confirmByTyping(
  { prompts }: ResourcesContext,
  all: readonly LabelledResource[],
  below: string | undefined,
): Promise<boolean> {
  const [first, ...more] = all;
  if (!first) return false;
  const isOne = more.length === 0;
  const words = isOne ? confirmationWords(first) : [String(all.length)];
  const shown = words.find((word) => Array.from(word).length <= TYPED) ?? words.at(-1) ?? '';
  const isWord = (value: string): boolean => words.includes(plainText(value).trim());
  const what = describeResources(all);
  const title = l10n.t('Delete {0}', what);
  const isLost = all.every(({ ref }) => kindRow(ref.kind).restored === undefined);
  // The title already has the name.
  const short = isOne ? l10n.t('the {0}', l10n.t(kindRow(first.ref.kind).noun.message)) : what;
  const sentences = [
    below === undefined
      ? l10n.t('Type “{0}” to delete {1}.', shown, short)
      : isOne
        ? l10n.t('Type “{0}” to delete {1} with its {2}.', shown, short, below)
        : l10n.t('Type “{0}” to delete {1} with their {2}.', shown, short, below),
    ...(isLost ? [l10n.t('This can’t be undone.')] : []),
  ];
  const prompt = sentences.join(' ');
  const answer = await prompts.input({
    title,
    prompt,
    placeholder: shown,
    validate: (value) =>
      value === '' || isWord(value) ? undefined : l10n.t('Type “{0}” to delete.', shown),
  });
  return answer !== undefined && isWord(answer);
}

function confirmationWords({ label, ref: { name } }: LabelledResource): readonly string[] {
  const words = [label, name, name.split('/').at(-1) ?? name];
  return words.map((word) => plainText(word).trim()).filter((word) => word !== '');
}

async function modal(
  context: ResourcesContext,
  all: readonly LabelledResource[],
  refused: readonly LabelledResource[],
): Promise<boolean> {
  const { prompts } = context;
  const action = l10n.t('Delete');
  const details = [
    all.length > 1 ? listResources(all) : all[0] && plainText(all[0].ref.name),
    ...sideEffects(all),
    ...consequences(context, all),
    ...refusals(refused),
  ];
  const detail = details.filter((one) => one !== undefined).join('\n\n');
  const message = l10n.t('Delete {0}?', describeResources(all));
  return (await prompts.confirm(message, { detail, actions: [action] })) === action;
}

function refusals(refused: readonly LabelledResource[]): readonly string[] {
  const groups = Map.groupBy(refused, ({ ref }) => kindRow(ref.kind).refused?.reason);
  return [...groups].map(([reason, all]) => {
    const stays = l10n.t('Not deleted: {0}.', all.map(shown).join(', '));
    return [stays, reason && l10n.t(reason.message)].filter(Boolean).join(' ');
  });
}

function sideEffects(all: readonly LabelledResource[]): readonly string[] {
  const [only, ...others] = all;
  const lost = only?.resource && kindRow(only.ref.kind).lost?.(only.resource);
  return lost && others.length === 0 ? [l10n.t(lost.message, ...lost.args)] : [];
}

function consequences(
  context: ResourcesContext,
  all: readonly LabelledResource[],
): readonly string[] {
  const days = context.trashDays();
  const kept = all.filter(({ ref }) => kindRow(ref.kind).restored !== undefined);
  const goesOn = new Set(all.map(({ ref }) => kindRow(ref.kind).goesOn));
  const sentences = [...goesOn].flatMap((text) => (text ? [l10n.t(text.message)] : []));
  if (kept.length === 0 && goesOn.has(undefined)) {
    sentences.push(l10n.t('This can’t be undone.'));
  }
  if (kept.length === 0) return sentences;
  if (days === 0) {
    sentences.push(l10n.t('No copy will be saved because “generativeLanguage.trash.days” is 0.'));
  } else if (kept.length < all.length) {
    sentences.push(
      l10n.t('{1} of {2} can be restored within {0}.', daysText(days), kept.length, all.length),
      l10n.t('Deleting the others can’t be undone.'),
    );
  } else {
    sentences.push(l10n.t('You can undo this, or restore from trash within {0}.', daysText(days)));
  }
  return sentences;
}

function shown({ label }: LabelledResource): string {
  return shortLabel(label);
}

interface RemovalPlan {
  readonly leaves: readonly LabelledResource[];
  readonly containers: readonly LabelledResource[];
  /** Stores deleted with their content, which can't be backed up. */
  readonly stores: readonly LabelledResource[];
  /** Resources whose full name the user must type, because they can't be recreated. */
  readonly named: readonly LabelledResource[];
  readonly refused: readonly LabelledResource[];
}

export function planRemoval(targets: readonly ResourceRef[], store: Store): RemovalPlan {
  const unique = new Map(targets.map((ref) => [refKey(ref), ref]));
  const chosen = [...unique.values()].filter((ref) => isDeletable(ref) && !isBelow(ref, unique));
  const removals = chosen.map((ref) => labelledResource(ref, store.find(ref)));
  const isNamed = ({ ref }: LabelledResource): boolean => kindRow(ref.kind).deletedByName ?? false;
  const isRefused = ({ ref, resource }: LabelledResource): boolean =>
    resource !== undefined && (kindRow(ref.kind).refusesDelete?.(resource) ?? false);
  const allowed = removals.filter((removal) => !isRefused(removal));
  const others = allowed.filter((removal) => !isNamed(removal));
  return {
    leaves: others.filter(({ ref }) => isLeaf(ref.kind)),
    containers: others.filter(({ ref }) => !isLeaf(ref.kind) && !isStore(ref.kind)),
    stores: others.filter(({ ref }) => isStore(ref.kind)),
    named: allowed.filter(isNamed),
    refused: removals.filter(isRefused),
  };
}

function isDeletable({ kind, version, collection }: ResourceRef): boolean {
  return collection === undefined && canDo(kind, 'delete', version);
}

function isStore(kind: KindId): boolean {
  return kindRow(kind).contents !== undefined;
}

function isLeaf(kind: KindId): boolean {
  return !supportsForce(kind) || kindRow(kind).deletedWhole === true;
}

function supportsForce(kind: KindId): boolean {
  const id = kindOperations(kind).delete;
  return id !== undefined && operationRow(id).query?.force !== undefined;
}

function isBelow(ref: ResourceRef, chosen: ReadonlyMap<string, ResourceRef>): boolean {
  const steps = ref.name.split('/');
  for (let length = steps.length - 2; length > 0; length -= 2) {
    const parent = steps.slice(0, length).join('/');
    if (chosen.has(refKey({ ...ref, name: parent }))) return true;
  }
  return false;
}
