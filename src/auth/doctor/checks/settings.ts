import { parseEndpoint } from '../../../api/endpoint';
import type { Check, CheckResult } from '../check';
import { isUsers, type DoctorContext } from '../context';
import { editFix } from '../fixes';

/** What the setting says of the connection. */
export const settingsCheck: Check = {
  id: 'settings',
  title: (l10n) => l10n.t('Settings of the connection'),
  appliesTo: isUsers,
  async run(context): Promise<CheckResult> {
    const { l10n } = context.parts;
    const { endpoint, uploadEndpoint, auth, project } = context.connection;
    const { host } = parseEndpoint(endpoint);
    const upload = uploadEndpoint === undefined ? host : parseEndpoint(uploadEndpoint).host;
    const says =
      upload === host
        ? l10n.t('Calls go to {0}.', host)
        : l10n.t('Calls go to {0}, files to {1}.', host, upload);
    const isUseless = project !== undefined && (auth === 'apiKey' || auth === 'none');
    return isUseless ? uselessProject(context, says) : { state: 'passed', says };
  },
};

function uselessProject(context: DoctorContext, says: string): CheckResult {
  const { l10n } = context.parts;
  const why = l10n.t('The project is not sent: it goes with accounts only.');
  return {
    state: 'warning',
    says: `${says} ${why}`,
    hint: l10n.t('An API key counts for the project that it was made in.'),
    fixes: [editFix(context)],
  };
}
