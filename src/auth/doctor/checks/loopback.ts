import { randomBytes } from 'node:crypto';
import { isLoopback } from '../../../api/endpoint';
import { abortable } from '../../../base/async';
import { AppError, CancelledError } from '../../../base/errors';
import { LoopbackReceiver } from '../../oauth/loopback';
import type { Check, CheckResult } from '../check';
import type { DoctorContext } from '../context';

// Milliseconds.
const TIMEOUT = 10_000;

/** Whether the answer of the browser would arrive: a receiver, and a request to it as a browser sends it. */
export const loopbackCheck: Check = {
  id: 'loopback',
  title: (l10n) => l10n.t('Loopback address'),
  appliesTo: ({ auth }) => auth === 'oauth',
  async run(context): Promise<CheckResult> {
    const { l10n } = context.parts;
    let receiver: LoopbackReceiver;
    try {
      receiver = await LoopbackReceiver.open(l10n);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return warning(context, error.message);
    }
    const { host } = new URL(receiver.address);
    try {
      if (!(await answersItself(receiver, context))) {
        return warning(context, l10n.t('A request to {0} on this machine does not arrive.', host));
      }
      return await judgeMapping(context, receiver.address);
    } finally {
      receiver.dispose();
    }
  },
};

/** A sign-in is possible all the same. */
function warning({ parts }: DoctorContext, says: string): CheckResult {
  const { l10n } = parts;
  const hint = l10n.t(
    'While you sign in, paste the address that the browser ends at into the list that waits for it.',
  );
  return { state: 'warning', says, hint };
}

async function answersItself(
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

/** Where the browser of the user finds the receiver: in a remote window that is another address. */
async function judgeMapping(context: DoctorContext, address: string): Promise<CheckResult> {
  const { parts, signal } = context;
  const { l10n, system } = parts;
  const { host } = new URL(address);
  const mapped = await abortable(system.asExternal(address), signal);
  const outside = new URL(mapped);
  if (outside.host === host) {
    return { state: 'passed', says: l10n.t('A browser on this machine reaches VS Code.') };
  }
  if (outside.protocol === 'http:' && isLoopback(outside.hostname)) {
    return {
      state: 'passed',
      says: l10n.t(
        'This is a remote window. VS Code forwards {0} of your machine to it, so that the browser reaches it.',
        outside.host,
      ),
    };
  }
  return warning(
    context,
    l10n.t(
      'This is a remote window that the browser on your machine cannot reach by a loopback address.',
    ),
  );
}
