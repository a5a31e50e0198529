import * as l10n from '@vscode/l10n';
import type { ResourceRef } from '../catalog/ref';
import type { Prompts } from '../platform/prompts';
import type { Job } from './jobs';
import { JOB_KINDS, type JobCommands } from './jobKinds';
import type { JobEnd } from './watchJob';

/** An end that is told. */
type ToldEnd = Exclude<JobEnd, { kind: 'lost' }>;

/** Where the tree has a job, and what that makes. */
export interface JobRefs {
  readonly operation: ResourceRef;
  readonly target?: ResourceRef;
}

export interface CompletionDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly commands: JobCommands;
}

/** The one notification at the end of a job. Resolves once it was answered or dismissed. */
export async function notifyCompletion(
  { title, startedBy }: Job,
  end: ToldEnd,
  { operation, target }: JobRefs,
  { prompts, commands }: CompletionDeps,
): Promise<void> {
  const { look, open: opening } = JOB_KINDS[startedBy];
  const open = l10n.t('Open');
  const details = l10n.t('Show Details');
  const shown = look?.command === 'showLoss' ? l10n.t('Show Loss Curve') : l10n.t('Open Results');
  const looks = end.kind !== 'gone' && look?.after.includes(end.kind) ? [shown] : [];
  const ask = (): Promise<string | undefined> => {
    switch (end.kind) {
      case 'done': {
        const buttons = target ? [open, ...looks] : [...looks, open];
        const { sentence = l10n.t('{0} is done.', title) } = end;
        return prompts.notify('info', sentence, ...buttons);
      }
      case 'cancelled':
        return prompts.notify('info', l10n.t('{0} was cancelled.', title), details, ...looks);
      case 'failed':
        return prompts.notify(
          'error',
          l10n.t('{0} failed: {1}', title, end.error.message),
          details,
          ...looks,
        );
      case 'gone':
        return prompts.notify(
          'warning',
          l10n.t('{0} is no longer followed: {1}', title, end.error.message),
        );
    }
  };
  const answer = await ask();
  if (answer === shown && look) await commands[look.command](operation);
  if (answer === details) await commands.open(operation);
  if (answer === open) await commands[opening.command](target ?? operation);
}
