import { text, wrong } from './controlValues';
import { PROJECT_NUMBER } from './caller';
import type { FaultKind } from './faultInjection';
import { refusedToken } from './identity/identity';
import { modelClosed } from './models';
import { errorInfo, StatusError } from './status';

const BLOCKED = [
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
];

/** Faults of keys, accounts and billing, by their names. No wait helps against any of them. */
export const accountFaults: { readonly [kind: string]: FaultKind } = {
  'leaked-key': {
    takes: [],
    doc: '403, as for a key that became public',
    effect: () => ({
      refuse: () =>
        new StatusError(403, 'Your API key was reported as leaked. Please use another API key.'),
    }),
  },
  'blocked-key': {
    takes: ['reason'],
    doc: `403, as for a key that may not make the call: ${BLOCKED.join(', ')}`,
    effect: (given) => {
      const [first = ''] = BLOCKED;
      const reason = text(given, 'reason') ?? first;
      if (!BLOCKED.includes(reason)) throw wrong(`reason must be one of ${BLOCKED.join(', ')}.`);
      return { refuse: ({ rpc }) => keyBlocked(reason, rpc) };
    },
  },
  'refused-token': {
    takes: [],
    doc: '401, as for a credential of a kind that is not taken',
    effect: () => ({ refuse: refusedToken }),
  },
  credits: {
    takes: [],
    doc: '429, as where what was paid in advance is used up',
    effect: () => ({
      refuse: () =>
        new StatusError(
          429,
          'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects ' +
            'to manage your project and billing.',
        ),
    }),
  },
  'closed-model': {
    takes: ['model'],
    doc: '404, as for a model that only earlier users may use',
    effect: (given) => {
      const model = text(given, 'model') ?? 'models/gemini-2.5-flash';
      return { refuse: () => modelClosed(model) };
    },
  },
};

function keyBlocked(reason: string, rpc: string): StatusError {
  const [service = '', method = ''] = rpc.split('/');
  const called = `google.ai.generativelanguage.v1beta.${service}.${method}`;
  const metadata = { consumer: `projects/${PROJECT_NUMBER}`, methodName: called };
  const message =
    reason === 'API_KEY_SERVICE_BLOCKED'
      ? `Requests to this API generativelanguage.googleapis.com method ${called} are blocked.`
      : `Requests from this ${reason.includes('IP') ? 'IP address' : 'referer'} are blocked.`;
  return new StatusError(403, message, { details: [errorInfo(reason, metadata)] });
}
