import { isLoopback } from '../../../api/endpoint';
import type { Check, CheckResult } from '../check';
import type { DoctorContext } from '../context';
import { importClientFix, setUpOAuthFix } from '../fixes';
import type { OAuthClient } from '../../oauth/clientFile';
import { endpointsOf, GOOGLE } from '../../oauth/endpoints';

/** The OAuth client that was imported: what was not of the type Desktop was refused then. */
export const clientCheck: Check = {
  id: 'client',
  title: (l10n) => l10n.t('OAuth client'),
  appliesTo: ({ auth }) => auth === 'oauth',
  async run(context): Promise<CheckResult> {
    const { parts, signIns, connection } = context;
    const { l10n } = parts;
    const stored = await signIns.clients.read(connection.id);
    return stored
      ? judge(context, stored.client)
      : await missing(context, l10n.t('No OAuth client is stored.'));
  },
};

async function missing(context: DoctorContext, says: string): Promise<CheckResult> {
  const { l10n } = context.parts;
  return {
    // The sign-in has one of its own, and goes on with that.
    state: (await context.account()) ? 'warning' : 'failed',
    says,
    hint: l10n.t(
      'Import the file of an OAuth client of the type “Desktop app”. “Set Up OAuth…” shows how to get one.',
    ),
    fixes: [importClientFix(context), setUpOAuthFix(context)],
  };
}

function judge(context: DoctorContext, client: OAuthClient): CheckResult {
  const { l10n } = context.parts;
  const urls = [client.authUri, client.tokenUri].map((uri) => new URL(uri));
  const open = urls.find(
    ({ protocol, hostname }) =>
      protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)),
  );
  if (open) {
    return {
      state: 'failed',
      says: l10n.t('The OAuth client would send secrets unencrypted to {0}.', open.host),
      hint: l10n.t('Import the file again as Google’s console gave it.'),
      fixes: [importClientFix(context)],
    };
  }
  const says =
    endpointsOf(client) === GOOGLE
      ? l10n.t('A client of the type “Desktop app” is stored; it signs in with Google.')
      : l10n.t(
          'A client of the type “Desktop app” is stored; it signs in at {0}, not with Google.',
          [...new Set(urls.map(({ host }) => host))].join(', '),
        );
  return { state: 'passed', says };
}
