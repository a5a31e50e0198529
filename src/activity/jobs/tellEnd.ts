import type { L10n } from '../../platform/l10n';
import type { Prompts } from '../../platform/prompts';
import type { Job } from './job';
import type { JobRefs } from './jobRefs';
import type { JobEnd } from './watchJob';
import type { ResourceRef } from '../../catalog/ref';

/** What can be done with the resources of a job; the commands of other rooms. */
export interface JobCommands {
  open(resource: ResourceRef): Promise<void>;
  showLoss(operation: ResourceRef): Promise<void>;
  /** Asks, and then tells the service. */
  cancel(operation: ResourceRef): Promise<void>;
}

export interface TellParts {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly commands: JobCommands;
  readonly l10n: L10n;
}

/** The one notification at the end of a job. Resolves once it was answered or dismissed. */
export async function tellEnd(
  { title }: Job,
  end: Exclude<JobEnd, { kind: 'lost' }>,
  { operation, target }: JobRefs,
  { prompts, commands, l10n }: TellParts,
): Promise<void> {
  const open = l10n.t('Open');
  const details = l10n.t('Show Details');
  const loss = l10n.t('Show Loss Curve');
  const ask = (): Promise<string | undefined> => {
    switch (end.kind) {
      case 'done':
        return prompts.notify('info', l10n.t('{0} is done.', title), open, loss);
      case 'cancelled':
        return prompts.notify('info', l10n.t('{0} was cancelled.', title), details);
      case 'failed':
        return prompts.notify(
          'error',
          l10n.t('{0} failed: {1}', title, end.error.message),
          details,
          loss,
        );
      case 'gone':
        return prompts.notify(
          'warning',
          l10n.t('{0} is no longer followed: {1}', title, end.error.message),
        );
    }
  };
  const answer = await ask();
  if (answer === loss) await commands.showLoss(operation);
  if (answer === details) await commands.open(operation);
  if (answer === open && target) await commands.open(target);
}
