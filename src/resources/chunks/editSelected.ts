import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import type { ResourceHandler, ResourcesContext } from '../context';
import { typeText } from './askMapping';
import { type BatchCounts, type BatchResult, type FailedRow } from './batchJob';
import { type Change, changeOf, type ChunkChange, findChunk, updateChunks } from './chunkCalls';
import { type MetadataType, numberOf } from './mapping';

export const editSelected: ResourceHandler = async (context, targets) => {
  const chunks = targets.filter(({ kind, collection }) => kind === 'chunk' && !collection);
  if (chunks.length === 0) return;
  const title =
    chunks.length === 1 ? l10n.t('Edit 1 Chunk') : l10n.t('Edit {0} Chunks', chunks.length);
  const change = await askChange(context, title);
  if (!change) return;
  const changes = await changesOf(context, chunks, change);
  if (changes.length === 0) {
    context.tell(l10n.t('The edit doesn’t change any of the selected chunks.'));
    return;
  }
  const go = l10n.t('Change');
  const question =
    chunks.length === 1
      ? l10n.t('Change the selected chunk?')
      : l10n.t('Change {0} of {1} selected chunks?', changes.length, chunks.length);
  const chosen = await context.prompts.confirm(question, {
    detail: describe(change),
    actions: [go],
  });
  if (chosen === go) await send(context, changes);
};

const READS = 8;

async function changesOf(
  context: ResourcesContext,
  chunks: readonly ResourceRef[],
  change: Change,
): Promise<readonly ChunkChange[]> {
  const { services, activity } = context;
  // Fetches again to preserve concurrent changes, because the complete field is sent.
  return await activity.run(l10n.t('Reading the selected chunks'), async (task) => {
    const found = new Map<ResourceRef, JsonObject | undefined>();
    await mapConcurrent(READS, chunks, async (ref) => {
      throwIfAborted(task.signal);
      found.set(ref, await findChunk(services.calls, ref, task.signal));
      task.report({ done: found.size, total: chunks.length });
    });
    task.conclude(l10n.t('Read the selected chunks'));
    return chunks.flatMap((ref) => {
      // Reports a deleted chunk with the failures.
      const changed = changeOf(found.get(ref) ?? services.store.find(ref) ?? {}, change);
      return changed ? [{ ref, ...changed }] : [];
    });
  });
}

async function send(context: ResourcesContext, changes: readonly ChunkChange[]): Promise<void> {
  const { services, activity } = context;
  const failed: FailedRow<ChunkChange>[] = [];
  const results: BatchResult[] = [];
  const mark = services.store.mark(
    changes.map(({ ref }) => ref),
    'saving',
  );
  try {
    const title =
      changes.length === 1
        ? l10n.t('Changing 1 chunk')
        : l10n.t('Changing {0} chunks', changes.length);
    await activity.run(title, async (task) => {
      for (const some of byDocument(changes)) {
        const result = await updateChunks(services.calls, some, {
          clock: context.clock,
          signal: task.signal,
          onFailed: (one) => failed.push(one),
          onProgress: (counts) => tell(task, counts),
          onChanged: (ref, chunk) => services.store.merge(ref, chunk),
        });
        results.push(result);
        if (result.stopped) throw result.stopped;
      }
      const changed = total();
      task.conclude(
        changed === 1 ? l10n.t('Changed 1 chunk') : l10n.t('Changed {0} chunks', changed),
      );
    });
  } catch (error) {
    if (results.length === 0 || !CancelledError.is(error)) throw error;
  } finally {
    mark.dispose();
    void tellFailures(context, failed, total(), changes.length);
  }

  function total(): number {
    return results.reduce((sum, { done, there }) => sum + done + there, 0);
  }

  function tell(task: Task, { done, there }: BatchCounts): void {
    task.report({ done: total() + done + there, total: changes.length });
  }
}

/** Never rejects. */
async function tellFailures(
  context: ResourcesContext,
  failed: readonly FailedRow<ChunkChange>[],
  done: number,
  of: number,
): Promise<void> {
  if (done === of) return;
  const { prompts, documents } = context;
  try {
    const show = l10n.t('Show Details');
    const message =
      of === 1
        ? l10n.t('The chunk was not changed.')
        : l10n.t('Changed {0} of {1} chunks.', done, of);
    const chosen = await prompts.notify('warning', message, ...(failed.length > 0 ? [show] : []));
    if (chosen !== show) return;
    const notSent = l10n.t('The change was not sent.');
    const lines = failed.map(({ row, reason }) => `${row.ref.name}: ${reason || notSent}`);
    const text = [...lines, ''].join('\n');
    await documents.show({ name: 'chunks-not-changed.txt', read: () => text });
  } catch (error) {
    await context.report('editSelected', error);
  }
}

/** Groups changes by document, because a call can change only one document's chunks. */
function byDocument(changes: readonly ChunkChange[]): readonly (readonly ChunkChange[])[] {
  const groups = new Map<string, ChunkChange[]>();
  for (const change of changes) {
    const key = refKey(collectionRef(change.ref));
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

function describe(change: Change): string {
  if (change.kind === 'replace')
    return l10n.t('Replaces “{0}” with “{1}”.', change.find, change.by);
  if (change.kind === 'remove') return l10n.t('Removes the metadata “{0}”.', change.key);
  return l10n.t('Sets the metadata “{0}”.', textAt(change.entry, 'key'));
}

type Kind = Change['kind'];

async function askChange(context: ResourcesContext, title: string): Promise<Change | undefined> {
  const { prompts } = context;
  const kind = await prompts.pick<Kind>({ title, placeholder: l10n.t('Select a field to edit') }, [
    { label: l10n.t('Set Metadata…'), icon: 'tag', value: 'set' },
    { label: l10n.t('Remove Metadata…'), icon: 'trash', value: 'remove' },
    { label: l10n.t('Replace Text…'), icon: 'replace-all', value: 'replace' },
  ]);
  if (kind === undefined) return undefined;
  if (kind === 'replace') return await askReplace(context, title);
  const key = await prompts.input({
    title,
    prompt: l10n.t('Enter a metadata key'),
    validate: (value) => (value.trim() === '' ? l10n.t('Enter a key.') : undefined),
  });
  if (key === undefined) return undefined;
  if (kind === 'remove') return { kind, key: key.trim() };
  const entry = await askEntry(context, title, key.trim());
  return entry && { kind, entry };
}

async function askReplace(
  { prompts }: ResourcesContext,
  title: string,
): Promise<Change | undefined> {
  const find = await prompts.input({
    title,
    prompt: l10n.t('Enter the text to find (case-sensitive)'),
    validate: (value) => (value === '' ? l10n.t('Enter the text to find.') : undefined),
  });
  if (find === undefined) return undefined;
  const by = await prompts.input({ title, prompt: l10n.t('Enter the replacement text') });
  return by === undefined ? undefined : { kind: 'replace', find, by };
}

async function askEntry(
  { prompts }: ResourcesContext,
  title: string,
  key: string,
): Promise<JsonObject | undefined> {
  const types = (['text', 'number', 'list'] as const).map((value) => ({
    label: typeText(value),
    value,
  }));
  const type = await prompts.pick<MetadataType>(
    { title, placeholder: l10n.t('Select a value type') },
    types,
  );
  if (type === undefined) return undefined;
  const value = await prompts.input({
    title,
    prompt: type === 'list' ? l10n.t('Enter values, separated by commas') : l10n.t('Value'),
    validate(text) {
      if (text.trim() === '') return l10n.t('Enter a value.');
      return type === 'number' && numberOf(text) === undefined
        ? l10n.t('Enter a number.')
        : undefined;
    },
  });
  if (value === undefined) return undefined;
  if (type === 'number') return { key, numericValue: Number(value) };
  if (type === 'text') return { key, stringValue: value };
  const values = value.split(',').map((part) => part.trim());
  return { key, stringListValue: { values: values.filter((part) => part !== '') } };
}
