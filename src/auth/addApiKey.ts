import * as l10n from '@vscode/l10n';
import { endpointName, formatEndpoint, parseEndpoint } from '../api/endpoint';
import { credentialProblem } from '../api/headers';
import { AppError, errorMessage } from '../base/errors';
import { runWizard, type WizardStep } from '../platform/wizard';
import type { Connection } from '../service/connection';
import {
  type AskForKeyDeps,
  askForWorkingKey,
  cleanKey,
  type KeyForEndpoint,
  tryKey,
} from './changeCredential';
import type { ConnectionList } from './connectionList';
import {
  activateByDefault,
  DEFAULT_ENDPOINT,
  addAndActivate,
  nameNewConnection,
  newName,
  endpointQuestion,
} from './connectionQuestions';
import type { AuthDeps } from './authDeps';
import type { KeyVault } from './keyVault';

interface AddApiKeyDeps extends AskForKeyDeps, Pick<AuthDeps, 'redact'> {
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  readonly newId: () => string;
}

interface Answers {
  readonly endpoint: string;
  readonly isElsewhere?: boolean;
  readonly target?: Connection | undefined;
  readonly working?: KeyForEndpoint;
  readonly name?: string;
  /** The key before any input. */
  readonly typed?: string;
}

/**
 * Asks for a key, tests it, and stores it in a new or existing connection, which becomes active.
 * @param typed the key before any input
 */
export async function addApiKey(
  deps: AddApiKeyDeps,
  endpoint = DEFAULT_ENDPOINT,
  typed = '',
): Promise<void> {
  const title = l10n.t('Add API Key');
  await addKeyAs(deps, { endpoint, typed }, questions(deps, title, replaceable(deps)));
}

export async function addApiKeyForEndpoint(deps: AddApiKeyDeps): Promise<void> {
  const title = l10n.t('Add API Key for Custom Endpoint');
  const present = replaceable(deps);
  await addKeyAs(deps, { endpoint: DEFAULT_ENDPOINT }, [
    endpointQuestion(title),
    ...questions(deps, title, present, ({ endpoint }, one) => one.endpoint === endpoint),
  ]);
}

async function addKeyAs(
  deps: AddApiKeyDeps,
  first: Answers,
  steps: readonly WizardStep<Answers>[],
): Promise<void> {
  const { target, working, name } = (await runWizard(deps.prompts, first, steps)) ?? {};
  if (!working) return;
  if (target) await replaceKey(deps, target, working);
  else await addGivenKey(deps, working, name ?? newName(deps, working.endpoint));
}

function replaceable({ connections }: AddApiKeyDeps): readonly Connection[] {
  const { active, users } = connections;
  const keyed = users.filter((connection) => connection.auth === 'apiKey');
  const isActive = (connection: Connection): boolean => connection.id === active?.id;
  return [...keyed.filter(isActive), ...keyed.filter((connection) => !isActive(connection))];
}

function questions(
  deps: AddApiKeyDeps,
  title: string,
  present: readonly Connection[],
  fits: (answers: Answers, connection: Connection) => boolean = () => true,
): readonly WizardStep<Answers>[] {
  return [
    {
      isAsked: (answers) => present.some((one) => fits(answers, one)),
      ask: async (prompts, answers) => {
        const rows = present.filter((one) => fits(answers, one));
        const chosen = await prompts.pick<Connection | 'new' | 'elsewhere'>({ title }, [
          ...rows.map((connection) => ({
            label: l10n.t('Replace the API key for “{0}”', connection.name),
            description: endpointName(connection.endpoint),
            value: connection,
          })),
          {
            label: l10n.t('Add another connection'),
            description: endpointName(answers.endpoint),
            value: 'new',
          },
          ...(answers.endpoint === DEFAULT_ENDPOINT
            ? [{ label: l10n.t('Custom Endpoint…'), value: 'elsewhere' as const }]
            : []),
        ]);
        if (chosen === undefined) return undefined;
        const isElsewhere = chosen === 'elsewhere';
        return { target: chosen === 'new' || isElsewhere ? undefined : chosen, isElsewhere };
      },
    },
    { ...endpointQuestion(title), isAsked: ({ isElsewhere }) => isElsewhere === true },
    {
      ask: async (prompts, { target, endpoint, typed = '' }) => {
        const asked = { title, endpoint: target?.endpoint ?? endpoint, typed };
        const working = await askForWorkingKey({ ...deps, prompts }, asked);
        return working && { working };
      },
    },
    {
      // The endpoint alone may not be unique.
      isAsked: ({ target, working }) =>
        !target && deps.connections.users.some((one) => one.endpoint === working?.endpoint),
      ask: async (prompts, { working }) => {
        const place = working?.endpoint ?? DEFAULT_ENDPOINT;
        const name = await nameNewConnection({ ...deps, prompts }, title, place);
        return name === undefined ? undefined : { name };
      },
    },
  ];
}

export async function addGivenKey(
  { connections, vault, newId }: Pick<AddApiKeyDeps, 'connections' | 'vault' | 'newId'>,
  { endpoint, key }: KeyForEndpoint,
  name: string,
): Promise<void> {
  const added: Connection = { id: newId(), name, endpoint, auth: 'apiKey' };
  // The key comes first because a new connection immediately loads its models.
  await vault.write(added.id, { origin: endpoint, key });
  await addAndActivate(connections, added, () => vault.delete(added.id));
}

async function replaceKey(
  { connections, vault }: AddApiKeyDeps,
  { id, endpoint: before }: Connection,
  { endpoint, key }: KeyForEndpoint,
): Promise<void> {
  await vault.write(id, { origin: endpoint, key });
  if (endpoint !== before) await connections.update(id, { endpoint });
  await activateByDefault(connections, id);
}

interface ImportEnvironmentDeps extends AddApiKeyDeps {
  readonly environment: () => { readonly [name: string]: string | undefined };
  readonly onSecret: (secret: string) => void;
}

/** Variables in which apps look for the key; Google’s libraries read the first two. */
const KEYS = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_GENAI_API_KEY',
  'GOOGLE_AI_API_KEY',
  'PALM_API_KEY',
] as const;

/** Variable with which Google’s libraries override the API endpoint. */
const ADDRESS = 'GOOGLE_GEMINI_BASE_URL';

interface Variable {
  readonly name: string;
  readonly key: string;
}

/**
 * Imports an API key from an environment variable into a new active connection. Shows only variable names.
 * Throws `AppError` (`badKey`) if the value can’t be a key.
 */
export async function importEnvironment(deps: ImportEnvironmentDeps): Promise<void> {
  const { prompts } = deps;
  const chosen = await chooseVariable(deps);
  if (!chosen) return;
  const { name: variable, key } = chosen;
  const problem = credentialProblem(key);
  if (problem !== undefined) {
    throw new AppError(
      'badKey',
      l10n.t('The value of {0} can’t be used as an API key: {1}.', variable, problem),
      {
        hint: l10n.t(
          'Fix the variable, then quit VS Code and reopen it from an environment where it’s set. Or add the key manually.',
        ),
      },
    );
  }
  const endpoint = await chooseEndpoint(deps);
  if (endpoint === undefined) return;
  const title = l10n.t('Import API Key');
  const way = await tryKey(deps, { title, endpoint, key, variable });
  if (!way) return;
  await addGivenKey(deps, { endpoint: way.endpoint, key }, newName(deps, way.endpoint));
  await prompts.notify(
    'info',
    l10n.t(
      'Imported the API key from {0}. If the variable changes, import the key again.',
      variable,
    ),
  );
}

async function chooseVariable(deps: ImportEnvironmentDeps): Promise<Variable | undefined> {
  const { prompts, environment, onSecret } = deps;
  const values = environment();
  const found = KEYS.map((name) => ({ name, key: cleanKey(values[name] ?? '') })).filter(
    ({ key }) => key !== '',
  );
  if (found.length === 0) {
    await prompts.notify(
      'info',
      l10n.t(
        'None of these environment variables are set: {0}. VS Code only sees variables from the shell that started it. In a remote window, that’s the shell on the remote machine.',
        KEYS.join(', '),
      ),
    );
    return undefined;
  }
  for (const { key } of found) onSecret(key);
  const [only, ...others] = found;
  if (others.every(({ key }) => key === only?.key)) return only;
  const chosen = await prompts.pick(
    {
      title: l10n.t('Import API Key'),
      placeholder: l10n.t('Select an environment variable to import'),
    },
    found.map(({ name }) => ({ label: name, value: name })),
  );
  return found.find(({ name }) => name === chosen);
}

/** Returns Google’s endpoint, or the one in the environment after the user has confirmed its host. */
async function chooseEndpoint({
  prompts,
  environment,
}: ImportEnvironmentDeps): Promise<string | undefined> {
  const address = environment()[ADDRESS]?.trim() ?? '';
  if (address === '') return DEFAULT_ENDPOINT;
  const usual = new URL(DEFAULT_ENDPOINT).host;
  const send = (host: string): string => l10n.t('Send to {0}', host);
  let named: URL;
  try {
    named = parseEndpoint(address);
  } catch (error) {
    const answer = await prompts.confirm(
      l10n.t('The URL in {0} can’t be used. {1}', ADDRESS, errorMessage(error)),
      {
        detail: l10n.t('You can send the API key to Google’s endpoint, {0}, instead.', usual),
        actions: [send(usual)],
      },
    );
    return answer === undefined ? undefined : DEFAULT_ENDPOINT;
  }
  const endpoint = formatEndpoint(named);
  if (endpoint === DEFAULT_ENDPOINT) return DEFAULT_ENDPOINT;
  const host = endpointName(endpoint);
  const answer = await prompts.confirm(
    l10n.t('Send the API key to {0}, as set in {1}?', host, ADDRESS),
    {
      detail: l10n.t('Google’s own endpoint is {0}.', usual),
      actions: [send(host), send(usual)],
    },
  );
  if (answer === undefined) return undefined;
  return answer === send(host) ? endpoint : DEFAULT_ENDPOINT;
}
