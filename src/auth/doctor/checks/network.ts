import { TransportError, type TransportReason } from '../../../api/errors/transportError';
import { proxyFor } from '../../../api/undici/proxy';
import { DEFAULT_ENDPOINT } from '../../addApiKey';
import type { Check, CheckFix, CheckResult } from '../check';
import { isUsers, type DoctorContext } from '../context';
import { editFix, settingFix } from '../fixes';

/** Beginning of the settings that change it, by what went wrong. */
const SETTINGS: { readonly [R in TransportReason]?: string } = {
  proxy: 'http.proxy',
  certificate: 'http.systemCertificates',
};

/** The way to the servers: the proxy, certificates, and what the checks before met on it. */
export const networkCheck: Check = {
  id: 'network',
  title: (l10n) => l10n.t('Network'),
  appliesTo: isUsers,
  async run(context): Promise<CheckResult> {
    const { parts, connection, network } = context;
    const { l10n } = parts;
    const settings = parts.readNetwork();
    let proxy: URL | undefined;
    try {
      proxy = proxyFor(new URL(connection.endpoint), settings);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return failed(context, error, error.message, undefined);
    }
    const { host } = new URL(connection.endpoint);
    if (network.failure) {
      const way = proxy
        ? l10n.t('The proxy {0} is used.', proxy.host)
        : l10n.t('No proxy is used.');
      return failed(context, network.failure, `${network.failure.message} ${way}`, proxy);
    }
    if (settings.strictSSL === false) {
      return {
        state: 'warning',
        says: l10n.t('Certificates are not checked: anybody on the way can read the credential.'),
        hint: l10n.t('Turn the setting http.proxyStrictSSL on.'),
        fixes: [settingFix(context, 'http.proxyStrictSSL')],
      };
    }
    const says = proxy
      ? l10n.t('{0} is reached through the proxy {1}.', host, proxy.host)
      : l10n.t('{0} is reached directly.', host);
    return { state: 'passed', says };
  },
};

function failed(
  context: DoctorContext,
  { reason, hint }: TransportError,
  says: string,
  proxy: URL | undefined,
): CheckResult {
  return {
    state: 'failed',
    says,
    ...(hint === undefined ? {} : { hint }),
    fixes: fixesOf(context, reason, proxy),
  };
}

function fixesOf(
  context: DoctorContext,
  reason: TransportReason,
  proxy: URL | undefined,
): readonly CheckFix[] {
  const setting = SETTINGS[reason];
  if (setting !== undefined) return [settingFix(context, setting)];
  const settings = settingFix(context, 'http.proxy');
  if (context.connection.endpoint === DEFAULT_ENDPOINT) return [settings];
  // An address of the user's own is the likelier mistake.
  return proxy ? [settings, editFix(context)] : [editFix(context), settings];
}
