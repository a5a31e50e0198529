import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { isLoopback } from '../../api/endpoint';
import { TransportError, type TransportReason } from '../../api/errors';
import { proxyFor } from '../../api/undici/proxy';
import { abortable } from '../../base/async';
import { AppError, CancelledError } from '../../base/errors';
import { DEFAULT_ENDPOINT } from '../connectionQuestions';
import { LoopbackReceiver } from '../loopbackReceiver';
import {
  type Check,
  type CheckFix,
  type CheckResult,
  type DoctorContext,
  editFix,
  isUsers,
  networkFailure,
  settingFix,
} from './check';

// Timeout of one request, in ms.
const TIMEOUT = 10_000;

export const loopbackCheck: Check = {
  id: 'loopback',
  title: () => l10n.t('Loopback address'),
  appliesTo: ({ auth }) => auth === 'oauth',
  async run(context): Promise<CheckResult> {
    let receiver: LoopbackReceiver;
    try {
      receiver = await LoopbackReceiver.open();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return pasteWarning(error.message);
    }
    const { host } = new URL(receiver.address);
    try {
      if (!(await reachesReceiver(receiver, context))) {
        return pasteWarning(l10n.t('Couldn’t connect to {0} on this machine.', host));
      }
      return await checkMapping(context, receiver.address);
    } finally {
      receiver.dispose();
    }
  },
};

/** Returns a warning: signing in by pasting the URL still works. */
function pasteWarning(says: string): CheckResult {
  const hint = l10n.t(
    'When you sign in, paste the URL of the last page that your browser shows into the sign-in dialog.',
  );
  return { state: 'warning', says, hint };
}

async function reachesReceiver(
  receiver: LoopbackReceiver,
  { signIns, signal }: DoctorContext,
): Promise<boolean> {
  const state = randomBytes(16).toString('hex');
  const received = receiver.receive({ redirectUri: receiver.address, state, issuer: '' });
  try {
    const url = new URL(`${receiver.address}?state=${state}&code=doctor`);
    const { status } = await signIns.http.send(
      {
        name: 'doctor.loopback',
        method: 'GET',
        url,
        direct: true,
        timeoutMs: TIMEOUT,
        secrets: [state],
      },
      signal,
    );
    return status === 200 && (await received).kind === 'code';
  } catch {
    if (signal.aborted) throw new CancelledError(signal.reason);
    return false;
  }
}

/** Checks how the user’s browser reaches the receiver; in remote windows the URL differs. */
async function checkMapping(context: DoctorContext, address: string): Promise<CheckResult> {
  const { deps, signal } = context;
  const { system } = deps;
  const { host } = new URL(address);
  const mapped = await abortable(system.asExternal(address), signal);
  const outside = new URL(mapped);
  if (outside.host === host) {
    return { state: 'passed', says: l10n.t('A browser on this machine can reach VS Code.') };
  }
  if (outside.protocol === 'http:' && isLoopback(outside.hostname)) {
    return {
      state: 'passed',
      says: l10n.t(
        'This is a remote window. VS Code forwards {0} from your machine, so your browser can reach it.',
        outside.host,
      ),
    };
  }
  return pasteWarning(
    l10n.t(
      'This is a remote window. The browser on your machine can’t reach it through a loopback address.',
    ),
  );
}

// In ms.
const MINUTE = 60_000;
const MAX_SKEW = 5 * MINUTE;

export const clockCheck: Check = {
  id: 'clock',
  title: () => l10n.t('Clock'),
  appliesTo: isUsers,
  async run(context) {
    const { clock } = context.deps;
    const found = await readDate(context);
    if (!found) return { state: 'skipped', says: l10n.t('No response included the server time.') };
    const ahead = clock.now() - found.date;
    if (Math.abs(ahead) <= MAX_SKEW) {
      return { state: 'passed', says: l10n.t('The clock matches {0}.', found.host) };
    }
    const amount = skewText(Math.abs(ahead));
    return {
      state: 'warning',
      says:
        ahead > 0
          ? l10n.t('The clock is {0} ahead of {1}.', amount, found.host)
          : l10n.t('The clock is {0} behind {1}.', amount, found.host),
      hint: l10n.t('Set this machine’s clock. Certificates and sign-ins depend on it.'),
    };
  },
};

/** Returns the time of the API server, or else of the sign-in server. Sends no credentials. */
async function readDate({ connection, signIns, signal, network }: DoctorContext) {
  const stored =
    connection.auth === 'oauth' ? await signIns.clients.read(connection.id) : undefined;
  const urls = [new URL(connection.endpoint), ...(stored ? [new URL(stored.client.tokenUri)] : [])];
  for (const url of urls) {
    try {
      const request = {
        name: 'doctor.clock',
        method: 'GET',
        url,
        timeoutMs: TIMEOUT,
      } as const;
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

function skewText(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 120) return l10n.t('{0} minutes', minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? l10n.t('{0} hours', hours) : l10n.t('{0} days', Math.round(hours / 24));
}

const SETTINGS: { readonly [R in TransportReason]?: string } = {
  proxy: 'http.proxy',
  certificate: 'http.systemCertificates',
};

export const networkCheck: Check = {
  id: 'network',
  title: () => l10n.t('Network'),
  appliesTo: isUsers,
  async run(context): Promise<CheckResult> {
    const { deps, connection, network } = context;
    const settings = await deps.readNetwork();
    let proxy: URL | undefined;
    try {
      proxy = proxyFor(new URL(connection.endpoint), settings);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return networkFailed(context, error, error.message, undefined);
    }
    const { host } = new URL(connection.endpoint);
    if (network.failure) {
      const way = proxy ? l10n.t('Using proxy {0}.', proxy.host) : l10n.t('Not using a proxy.');
      return networkFailed(context, network.failure, `${network.failure.message} ${way}`, proxy);
    }
    if (settings.strictSSL === false) {
      return {
        state: 'warning',
        says: l10n.t(
          'Certificate validation is off. Anyone on the network path can read your credential.',
        ),
        hint: l10n.t('Turn on http.proxyStrictSSL.'),
        fixes: [settingFix(context, 'http.proxyStrictSSL')],
      };
    }
    const says = proxy
      ? l10n.t('{0} is reached through the proxy {1}.', host, proxy.host)
      : l10n.t('{0} is reached directly.', host);
    return { state: 'passed', says };
  },
};

function networkFailed(
  context: DoctorContext,
  { reason, hint }: TransportError,
  says: string,
  proxy: URL | undefined,
): CheckResult {
  return {
    state: 'failed',
    says,
    ...(hint === undefined ? {} : { hint }),
    fixes: networkFixes(context, reason, proxy),
  };
}

function networkFixes(
  context: DoctorContext,
  reason: TransportReason,
  proxy: URL | undefined,
): readonly CheckFix[] {
  const setting = SETTINGS[reason];
  if (setting !== undefined) return [settingFix(context, setting)];
  const settings = settingFix(context, 'http.proxy');
  if (context.connection.endpoint === DEFAULT_ENDPOINT) return [settings];
  return proxy ? [settings, editFix(context)] : [editFix(context), settings];
}
