import type { L10n } from '../../../platform/l10n';
import { TransportError } from '../../../api/errors/transportError';
import type { Check } from '../check';
import { isUsers, type DoctorContext } from '../context';
import { networkFailure } from '../networkFailure';

// Milliseconds.
const MINUTE = 60_000;
const MOST = 5 * MINUTE;
const TIMEOUT = 10_000;

/** Compares the clock of this machine with the `Date` of an answer. */
export const clockCheck: Check = {
  id: 'clock',
  title: (l10n) => l10n.t('Clock'),
  appliesTo: isUsers,
  async run(context) {
    const { l10n, clock } = context.parts;
    const found = await readDate(context);
    if (!found) return { state: 'skipped', says: l10n.t('No answer said what time it is.') };
    const ahead = clock.now() - found.date;
    if (Math.abs(ahead) <= MOST) {
      return { state: 'passed', says: l10n.t('The clock agrees with that of {0}.', found.host) };
    }
    const amount = amountOf(Math.abs(ahead), l10n);
    return {
      state: 'warning',
      says:
        ahead > 0
          ? l10n.t('The clock is {0} ahead of that of {1}.', amount, found.host)
          : l10n.t('The clock is {0} behind that of {1}.', amount, found.host),
      hint: l10n.t('Set the clock of this machine: certificates and sign-ins depend on it.'),
    };
  },
};

/** The time that the service, or else the sign-in server, says it is. No credential is sent. */
async function readDate({ connection, signIns, signal, network }: DoctorContext) {
  const stored =
    connection.auth === 'oauth' ? await signIns.clients.read(connection.id) : undefined;
  const urls = [new URL(connection.endpoint), ...(stored ? [new URL(stored.client.tokenUri)] : [])];
  for (const url of urls) {
    try {
      const request = { name: 'doctor.clock', method: 'GET', url, timeoutMs: TIMEOUT } as const;
      const { headers } = await signIns.http.send({ ...request, secrets: [] }, signal);
      const date = Date.parse(headers.date ?? '');
      if (!Number.isNaN(date)) return { date, host: url.host };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      network.failure ??= networkFailure(error);
    }
  }
  return undefined;
}

function amountOf(ms: number, l10n: L10n): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 120) return l10n.t('{0} minutes', minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? l10n.t('{0} hours', hours) : l10n.t('{0} days', Math.round(hours / 24));
}
