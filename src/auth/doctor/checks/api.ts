import { activationUrl } from '../../../api/errors/activationUrl';
import { ServiceError } from '../../../api/errors/serviceError';
import type { Check, CheckFix, CheckResult } from '../check';
import { isUsers, type DoctorContext } from '../context';
import { pageFix } from '../fixes';
import { networkFailure } from '../networkFailure';

/** Whether the API is enabled in the project, as a real call tells. */
export const apiCheck: Check = {
  id: 'api',
  title: (l10n) => l10n.t('API enabled in the project'),
  appliesTo: (connection) => connection.auth !== 'none' && isUsers(connection),
  needs: ['key', 'token', 'project'],
  async run(context): Promise<CheckResult> {
    const { l10n } = context.parts;
    const { error } = await context.call();
    const unanswered = networkFailure(error);
    if (unanswered) throw unanswered;
    if (error === undefined) return { state: 'passed', says: l10n.t('The API is enabled.') };
    if (!(error instanceof ServiceError) || error.reason !== 'apiDisabled') {
      return { state: 'skipped', says: l10n.t('The call failed for another reason.') };
    }
    const { message, hint } = error;
    const fix = enableFix(context, error);
    return {
      state: 'failed',
      says: message,
      ...(hint === undefined ? {} : { hint }),
      ...(fix ? { fixes: [fix] } : {}),
    };
  },
};

function enableFix(context: DoctorContext, { details }: ServiceError): CheckFix | undefined {
  const url = activationUrl(details);
  return url === undefined ? undefined : pageFix(context, url);
}
