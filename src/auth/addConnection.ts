import * as l10n from '@vscode/l10n';
import { runWizard, type WizardStep } from '../platform/wizard';
import { typedEndpoint } from '../service/askForEndpoint';
import type { AuthKind, Connection } from '../service/connection';
import { addGivenKey, importEnvironment } from './addApiKey';
import { askForWorkingKey, type KeyForEndpoint } from './changeCredential';
import type { AuthDeps } from './authDeps';
import { AUTH_KINDS } from './connectionList';
import { credentialKind } from './connectionItems';
import {
  askForAdcProject,
  askForProject,
  DEFAULT_ENDPOINT,
  addAndActivate,
  nameNewConnection,
  loadAdc,
  endpointQuestion,
} from './connectionQuestions';
import type { OAuthClient } from './oauthClient';
import { pickClient } from './pickClient';
import { deleteSecrets } from './removeConnection';
import { type AccountSteps, signInTo } from './signInTo';

interface Answers extends AccountAnswers {
  readonly kind: AuthKind | 'environment';
  readonly isElsewhere: boolean;
  readonly working?: KeyForEndpoint;
}

/** Prompts for all data of a new connection and makes it active. Saves nothing before the last step. */
export async function addConnection(
  deps: AuthDeps,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const first: Answers = { kind: 'apiKey', isElsewhere: false, endpoint: DEFAULT_ENDPOINT };
  const answers = await runWizard(deps.prompts, first, [
    ...placeQuestions(),
    ...credentialQuestions(deps, steps),
  ]);
  if (!answers) return;
  const { kind, endpoint, working, name, project = '' } = answers;
  if (kind === 'environment') {
    await importEnvironment(deps);
  } else if (kind === 'oauth') {
    await signInToNew(deps, answers, {}, steps);
  } else if (working && name !== undefined) {
    await addGivenKey(deps, working, name);
  } else if (name !== undefined) {
    const id = deps.newId();
    const charged = kind === 'adc' && project !== '' ? { project } : {};
    const added: Connection = { id, name, endpoint, auth: kind, ...charged };
    await addAndActivate(deps.connections, added, () => Promise.resolve());
  }
}

/** Asks for credential type and endpoint. Google’s endpoint always requires authentication. */
function placeQuestions(): readonly WizardStep<Answers>[] {
  const title = l10n.t('Add Connection');
  return [
    {
      ask: async (prompts) => {
        const [key, ...others] = AUTH_KINDS.map((one) => credentialKind(one));
        const kind = await prompts.pick<AuthKind | 'environment'>(
          { title, placeholder: l10n.t('Select an authentication method') },
          [
            ...(key ? [key] : []),
            {
              label: l10n.t('API key from an environment variable'),
              detail: l10n.t('Imports GEMINI_API_KEY or a similar variable.'),
              icon: 'terminal',
              value: 'environment',
            },
            ...others,
          ],
        );
        return kind && { kind };
      },
    },
    {
      isAsked: ({ kind }) => kind !== 'none' && kind !== 'environment',
      ask: async (prompts) => {
        const elsewhere = '';
        const endpoint = await prompts.pick<string>(
          { title, placeholder: l10n.t('Select an endpoint'), typed: typedEndpoint() },
          [
            {
              label: l10n.t('Gemini API'),
              description: new URL(DEFAULT_ENDPOINT).host,
              icon: 'globe',
              value: DEFAULT_ENDPOINT,
              active: true,
            },
            {
              label: l10n.t('Custom Endpoint…'),
              description: l10n.t('a gateway or a local server'),
              icon: 'server',
              value: elsewhere,
            },
          ],
        );
        if (endpoint === undefined) return undefined;
        return endpoint === elsewhere ? { isElsewhere: true } : { isElsewhere: false, endpoint };
      },
    },
    {
      ...endpointQuestion(title),
      isAsked: ({ kind, isElsewhere }) =>
        kind !== 'environment' && (kind === 'none' || isElsewhere),
    },
  ];
}

function credentialQuestions(deps: AuthDeps, steps: AccountSteps): readonly WizardStep<Answers>[] {
  const title = l10n.t('Add Connection');
  const { client, project, name } = accountQuestions(deps, title, steps);
  const of = (kinds: readonly AuthKind[], step: WizardStep<Answers>): WizardStep<Answers> => ({
    ...step,
    isAsked: ({ kind }) => kinds.some((one) => one === kind),
  });
  return [
    of(['apiKey'], {
      ask: async (prompts, { endpoint }) => {
        const working = await askForWorkingKey({ ...deps, prompts }, { title, endpoint });
        return working && { working };
      },
    }),
    of(['oauth'], client),
    of(['oauth'], project),
    of(['adc'], {
      ask: async (prompts, { endpoint }) => {
        const ready = await loadAdc({ ...deps, prompts }, endpoint);
        if (!ready) return undefined;
        const { quotaProject } = ready;
        const charged = await askForAdcProject({ ...deps, prompts }, title, quotaProject);
        return charged === undefined ? undefined : { project: charged };
      },
    }),
    of(['apiKey', 'oauth', 'adc', 'none'], name),
  ];
}

interface AccountAnswers {
  readonly endpoint: string;
  readonly client?: OAuthClient;
  /** Empty for no project. */
  readonly project?: string;
  readonly name?: string;
}

/**
 * Adds a connection with an account. Signs in last, as only that step contacts the server.
 * Undefined, with nothing saved, if the user cancels.
 */
export async function addAccountConnection(
  deps: AuthDeps,
  endpoint: string,
  { scopes }: { readonly scopes?: readonly string[] } = {},
  steps: AccountSteps = { pickClient, signInTo },
): Promise<Connection | undefined> {
  const title = l10n.t('Add Connection with an Account');
  const first: AccountAnswers = { endpoint };
  const { client, project, name } = accountQuestions(deps, title, steps);
  const answers = await runWizard(deps.prompts, first, [client, project, name]);
  return answers && (await signInToNew(deps, answers, { ...(scopes && { scopes }) }, steps));
}

function accountQuestions(
  deps: AuthDeps,
  title: string,
  steps: Pick<AccountSteps, 'pickClient'>,
): { readonly [N in 'client' | 'project' | 'name']: WizardStep<AccountAnswers> } {
  return {
    client: {
      ask: async (prompts) => {
        const client = await steps.pickClient({ ...deps, prompts });
        return client && { client };
      },
    },
    project: {
      ask: async (prompts, { client }) => {
        const question = { title, value: client?.project ?? '' };
        const project = await askForProject({ ...deps, prompts }, question);
        return project === undefined ? undefined : { project };
      },
    },
    name: {
      ask: async (prompts, { endpoint, working }: AccountAnswers & Pick<Answers, 'working'>) => {
        // The key may have been tested at a different endpoint.
        const place = working?.endpoint ?? endpoint;
        const name = await nameNewConnection({ ...deps, prompts }, title, place);
        return name === undefined ? undefined : { name };
      },
    },
  };
}

/** Signs in and then adds the connection. Undefined, with nothing saved, if the user cancels. */
async function signInToNew(
  deps: AuthDeps,
  { endpoint, client, project = '', name }: AccountAnswers,
  wish: { readonly scopes?: readonly string[] },
  steps: Pick<AccountSteps, 'signInTo'>,
): Promise<Connection | undefined> {
  if (!client || name === undefined) return undefined;
  const connection: Connection = {
    id: deps.newId(),
    name,
    endpoint,
    auth: 'oauth',
    ...(project === '' ? {} : { project }),
  };
  const undo = () => deleteSecrets(deps, connection);
  const signedIn = steps.signInTo(deps, connection, { client, ...wish });
  const account = await signedIn.catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  if (!account) {
    await undo();
    return undefined;
  }
  await addAndActivate(deps.connections, connection, undo);
  return connection;
}
