import { AppError, errorMessage } from '../base/errors';
import type { ResourceRef } from '../catalog/ref';
import type { ResourcesContext } from './context';
import { labelledResource, shortLabel } from './resourceTexts';

interface Stop {
  readonly action: string;
  readonly detail: string;
  readonly question: (count: number, label: string) => string;
  readonly failed: (count: number, all: number) => string;
  readonly stop: (ref: ResourceRef) => Promise<unknown>;
}

/** Confirms, stops jobs, and fetches their results. Throws the reason if one wasn't stopped. */
export async function stopJobs(
  { prompts, services }: ResourcesContext,
  running: readonly ResourceRef[],
  { action, detail, question, failed, stop }: Stop,
): Promise<void> {
  const [first] = running;
  if (!first) return;
  const label = shortLabel(labelledResource(first, services.store.find(first)).label);
  const asked = question(running.length, label);
  if ((await prompts.confirm(asked, { detail, actions: [action] })) !== action) return;
  const ends = await Promise.allSettled(
    running.map(async (ref) => {
      await stop(ref);
      await services.store.get(ref);
    }),
  );
  const failures = ends.flatMap((end) =>
    end.status === 'rejected' ? [end.reason as unknown] : [],
  );
  const [why] = failures;
  if (failures.length === 0) return;
  if (failures.length === 1) throw why;
  const text = failed(failures.length, running.length);
  throw new AppError('notStopped', text, { hint: errorMessage(why), cause: why });
}
