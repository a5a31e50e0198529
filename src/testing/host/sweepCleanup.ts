import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { systemClock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import { isObject, items, textAt } from '../../base/json';
import { RUNNING_SWEEPS_KEY } from '../../catalog/ids';
import { plainText } from '../../platform/plainText';
import { markedDocuments, removeDocuments } from '../retrieval/temporaryDocuments';
import type { TestingHost } from './context';

interface RunningSweep {
  readonly mark: string;
  readonly place: string;
  readonly connection: string;
}

type Memory = Pick<vscode.Memento, 'get' | 'update'>;

/** Saves the comparison before creating documents, because closing the window doesn't delete them. */
export async function beginSweep(memory: Memory, sweep: RunningSweep): Promise<void> {
  await memory.update(RUNNING_SWEEPS_KEY, [...runningSweeps(memory), sweep]);
}

export async function endSweep(memory: Memory, mark: string): Promise<void> {
  const left = runningSweeps(memory).filter((one) => one.mark !== mark);
  await memory.update(RUNNING_SWEEPS_KEY, left.length === 0 ? undefined : left);
}

function runningSweeps(memory: Memory): readonly RunningSweep[] {
  return items(memory.get(RUNNING_SWEEPS_KEY))
    .filter(isObject)
    .flatMap((one) => {
      const [mark, place, connection] = ['mark', 'place', 'connection'].map((key) =>
        textAt(one, key),
      );
      return mark && place && connection ? [{ mark, place, connection }] : [];
    });
}

/**
 * Offers to delete temporary documents of interrupted comparisons. If the user doesn't respond, the next
 * start offers again.
 */
export async function offerSweepCleanup(host: TestingHost): Promise<void> {
  const memory = host.context.workspaceState;
  for (const sweep of runningSweeps(memory)) {
    try {
      if (await isDone(sweep, host)) await endSweep(memory, sweep.mark);
    } catch (error) {
      host.log.warn(`chunk-size comparison: ${plainText(errorMessage(error))}`);
    }
  }
}

async function isDone(
  { mark, place, connection }: RunningSweep,
  host: TestingHost,
): Promise<boolean> {
  const { prompts, connections, clients } = host;
  // Without the connection, the documents are inaccessible.
  if (!connections.find(connection)) return true;
  const { signal } = new AbortController();
  const client = await clients.get(connection);
  const deps = { client, clock: systemClock, signal };
  const isOwn = (one: string): boolean => one.startsWith(`${mark}x`);
  const names = await markedDocuments(place, isOwn, deps);
  if (names.length === 0) return true;
  const remove = l10n.t('Delete');
  const keep = l10n.t('Store');
  const message =
    names.length === 1
      ? l10n.t(
          'The window was closed during a chunk-size comparison. 1 temporary document remains in {0}.',
          place,
        )
      : l10n.t(
          'The window was closed during a chunk-size comparison. {0} temporary documents remain in {1}.',
          names.length,
          place,
        );
  const chosen = await prompts.notify('warning', message, remove, keep);
  if (chosen !== remove) return chosen === keep;
  const left = await removeDocuments(names, deps);
  if (left.length === 0) {
    void prompts.notify('info', l10n.t('Deleted the temporary documents.'));
    return true;
  }
  const told = left.map(({ name, problem }) => `${name} (${problem})`).join(', ');
  const failed = l10n.t(
    'Couldn’t delete temporary documents of a chunk-size comparison: {0}.',
    told,
  );
  const again = l10n.t('Try Again');
  if ((await prompts.notify('error', failed, again)) !== again) return false;
  return await isDone({ mark, place, connection }, host);
}
