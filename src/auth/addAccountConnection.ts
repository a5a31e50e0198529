import { runWizard, type WizardStep } from '../platform/wizard';
import type { Connection } from '../service/connection';
import type { AccountSteps } from './accountSteps';
import { askForProject } from './askForProject';
import { deleteSecrets } from './deleteSecrets';
import { keepConnection } from './keepConnection';
import { nameNewConnection } from './nameNewConnection';
import type { OAuthClient } from './oauth/clientFile';
import type { AuthParts } from './parts';
import { pickClient, signInTo } from './signInFlow';

/** What is asked before somebody signs in to a new connection. */
export interface AccountAnswers {
  readonly endpoint: string;
  readonly client?: OAuthClient;
  /** Empty for none. */
  readonly project?: string;
  readonly name?: string;
}

/**
 * Makes a connection with an account: its OAuth client, its project and name, then the sign-in, which is
 * last because only that reaches the server. Undefined where the user gave up: then nothing is left of it.
 */
export async function addAccountConnection(
  parts: AuthParts,
  endpoint: string,
  { scopes }: { readonly scopes?: readonly string[] } = {},
  steps: AccountSteps = { pickClient, signInTo },
): Promise<Connection | undefined> {
  const title = parts.l10n.t('Add Connection with an Account');
  const first: AccountAnswers = { endpoint };
  const { client, project, name } = accountQuestions(parts, title, steps);
  const answers = await runWizard(parts.prompts, first, [client, project, name]);
  return answers && (await signInToNew(parts, answers, { ...(scopes && { scopes }) }, steps));
}

/** Client, project and name of a new connection with an account. */
export function accountQuestions(
  parts: AuthParts,
  title: string,
  steps: Pick<AccountSteps, 'pickClient'>,
): { readonly [N in 'client' | 'project' | 'name']: WizardStep<AccountAnswers> } {
  return {
    client: {
      ask: async (prompts) => {
        const client = await steps.pickClient({ ...parts, prompts });
        return client && { client };
      },
    },
    project: {
      ask: async (prompts, { client }) => {
        const question = { title, value: client?.project ?? '' };
        const project = await askForProject({ ...parts, prompts }, question);
        return project === undefined ? undefined : { project };
      },
    },
    name: {
      ask: async (prompts, { endpoint }) => {
        const name = await nameNewConnection({ ...parts, prompts }, title, endpoint);
        return name === undefined ? undefined : { name };
      },
    },
  };
}

/** Signs in to a connection that is then added. Undefined, with nothing left of it, where the user gave up. */
export async function signInToNew(
  parts: AuthParts,
  { endpoint, client, project = '', name }: AccountAnswers,
  wish: { readonly scopes?: readonly string[] },
  steps: Pick<AccountSteps, 'signInTo'>,
): Promise<Connection | undefined> {
  if (!client || name === undefined) return undefined;
  const connection: Connection = {
    id: parts.newId(),
    name,
    endpoint,
    auth: 'oauth',
    ...(project === '' ? {} : { project }),
  };
  const undo = () => deleteSecrets(parts, connection);
  const signedIn = steps.signInTo(parts, connection, { client, ...wish });
  const account = await signedIn.catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  if (!account) {
    await undo();
    return undefined;
  }
  await keepConnection(parts.connections, connection, undo);
  return connection;
}
