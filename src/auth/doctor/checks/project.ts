import { ServiceError } from '../../../api/errors/serviceError';
import type { ServiceReason } from '../../../api/errors/advice';
import { isServiceAccount } from '../../oauth/adcFile';
import type { Check, CheckResult } from '../check';
import type { DoctorContext } from '../context';
import { editFix } from '../fixes';
import { networkFailure } from '../networkFailure';

const REFUSALS: readonly ServiceReason[] = ['noProject', 'projectDenied', 'badProject'];

/** The project that calls count for, and whether the account may charge it, as a real call tells. */
export const projectCheck: Check = {
  id: 'project',
  title: (l10n) => l10n.t('Project'),
  appliesTo: ({ auth }) => auth === 'oauth' || auth === 'adc',
  needs: ['token'],
  async run(context): Promise<CheckResult> {
    const { l10n } = context.parts;
    const { error } = await context.call();
    const unanswered = networkFailure(error);
    if (unanswered) throw unanswered;
    const says = await charged(context);
    if (error === undefined) return { state: 'passed', says };
    if (!(error instanceof ServiceError) || error.reason === 'unauthenticated') {
      return {
        state: 'skipped',
        says: `${says} ${l10n.t('Whether it may be used is not known.')}`,
      };
    }
    const { reason, message, hint } = error;
    if (!REFUSALS.includes(reason)) return { state: 'passed', says };
    return {
      state: 'failed',
      says: message,
      ...(hint === undefined ? {} : { hint }),
      fixes: [editFix(context)],
    };
  },
};

async function charged({ parts, connection, signIns }: DoctorContext): Promise<string> {
  const { l10n } = parts;
  const counted = (project: string): string => l10n.t('Calls count for the project {0}.', project);
  if (connection.project !== undefined) return counted(connection.project);
  if (connection.auth === 'adc') {
    const adc = await signIns.adc.read();
    const project = isServiceAccount(adc) ? undefined : adc.quotaProject;
    return project === undefined ? l10n.t('No project is set.') : counted(project);
  }
  const stored = await signIns.clients.read(connection.id);
  const own = stored?.client.project;
  return own === undefined
    ? l10n.t('No project is set: calls count for the project of the OAuth client.')
    : l10n.t('No project is set: calls count for the project of the OAuth client, {0}.', own);
}
