import { runWizard, type WizardStep } from '../platform/wizard';
import type { AuthKind, Connection } from '../service/connection';
import type { AccountSteps } from './accountSteps';
import { accountQuestions, signInToNew, type AccountAnswers } from './addAccountConnection';
import { addWithKey } from './addApiKey';
import { askForEndpoint, DEFAULT_ENDPOINT } from './askForEndpoint';
import { askForWorkingKey, type KeyForEndpoint } from './askForKey';
import { AUTH_KINDS } from './connectionEntries';
import { credentialKind } from './credentialKind';
import { keepConnection } from './keepConnection';
import type { AuthParts } from './parts';
import { pickClient, signInTo } from './signInFlow';
import { askForAdcProject, readyAdc } from './useAdc';

export { addAccountConnection } from './addAccountConnection';

interface Answers extends AccountAnswers {
  readonly kind: AuthKind;
  /** The endpoint is asked for. */
  readonly isElsewhere: boolean;
  readonly working?: KeyForEndpoint;
}

/**
 * Asks for everything that a new connection needs, of any kind of credential, and makes it the active one.
 * Nothing is kept before the last answer.
 */
export async function addConnection(
  parts: AuthParts,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const first: Answers = { kind: 'apiKey', isElsewhere: false, endpoint: DEFAULT_ENDPOINT };
  const answers = await runWizard(parts.prompts, first, [
    ...whatAndWhere(parts),
    ...credentialQuestions(parts, steps),
  ]);
  if (!answers) return;
  const { kind, endpoint, working, name, project = '' } = answers;
  if (working) {
    await addWithKey(parts, working);
  } else if (kind === 'oauth') {
    await signInToNew(parts, answers, {}, steps);
  } else if (name !== undefined) {
    const id = parts.newId();
    const charged = kind === 'adc' && project !== '' ? { project } : {};
    const added: Connection = { id, name, endpoint, auth: kind, ...charged };
    await keepConnection(parts.connections, added, () => Promise.resolve());
  }
}

/** The kind of credential, and the place: Google's service, or what is asked for. Google's takes nothing unsigned. */
function whatAndWhere(parts: AuthParts): readonly WizardStep<Answers>[] {
  const { l10n } = parts;
  const title = l10n.t('Add Connection');
  return [
    {
      ask: async (prompts) => {
        const kind = await prompts.pick(
          { title, placeholder: l10n.t('What signs its requests') },
          AUTH_KINDS.map((one) => credentialKind(one, l10n)),
        );
        return kind && { kind };
      },
    },
    {
      isAsked: ({ kind }) => kind !== 'none',
      ask: async (prompts) => {
        const isElsewhere = await prompts.pick(
          { title, placeholder: l10n.t('Where the service is') },
          [
            {
              label: l10n.t('Google’s service'),
              description: new URL(DEFAULT_ENDPOINT).host,
              icon: 'globe',
              value: false,
              active: true,
            },
            {
              label: l10n.t('Another endpoint…'),
              description: l10n.t('a gateway, or a service on this machine'),
              icon: 'server',
              value: true,
            },
          ],
        );
        return isElsewhere === undefined
          ? undefined
          : { isElsewhere, ...(isElsewhere ? {} : { endpoint: DEFAULT_ENDPOINT }) };
      },
    },
    {
      isAsked: ({ kind, isElsewhere }) => kind === 'none' || isElsewhere,
      ask: async (prompts) => {
        const endpoint = await askForEndpoint({ ...parts, prompts }, { title });
        return endpoint === undefined ? undefined : { endpoint };
      },
    },
  ];
}

/** What each kind of credential needs. */
function credentialQuestions(
  parts: AuthParts,
  steps: AccountSteps,
): readonly WizardStep<Answers>[] {
  const title = parts.l10n.t('Add Connection');
  const { client, project, name } = accountQuestions(parts, title, steps);
  const of = (kinds: readonly AuthKind[], step: WizardStep<Answers>): WizardStep<Answers> => ({
    ...step,
    isAsked: ({ kind }) => kinds.includes(kind),
  });
  return [
    of(['apiKey'], {
      ask: async (prompts, { endpoint }) => {
        const working = await askForWorkingKey({ ...parts, prompts }, { title, endpoint });
        return working && { working };
      },
    }),
    of(['oauth'], client),
    of(['oauth'], project),
    of(['adc'], {
      ask: async (prompts, { endpoint }) => {
        const ready = await readyAdc({ ...parts, prompts }, endpoint);
        if (!ready) return undefined;
        const { quotaProject } = ready;
        const charged = await askForAdcProject({ ...parts, prompts }, title, quotaProject);
        return charged === undefined ? undefined : { project: charged };
      },
    }),
    of(['oauth', 'adc', 'none'], name),
  ];
}
