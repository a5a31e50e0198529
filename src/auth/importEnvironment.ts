import { endpointName, formatEndpoint, parseEndpoint } from '../api/endpoint';
import { credentialProblem } from '../api/headerValue';
import { AppError, errorMessage } from '../base/errors';
import { addWithKey, DEFAULT_ENDPOINT, type AddApiKeyParts } from './addApiKey';
import { cleanKey, tryKey } from './askForKey';

export interface ImportEnvironmentParts extends AddApiKeyParts {
  /** The variables of the process that VS Code runs extensions in. */
  readonly environment: () => { readonly [name: string]: string | undefined };
  readonly onSecret: (secret: string) => void;
}

/** Where programs that use the service look for its key; Google's own libraries in the first two. */
const KEYS = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_GENAI_API_KEY',
  'GOOGLE_AI_API_KEY',
  'PALM_API_KEY',
] as const;

/** Where Google's libraries look for another address of the service. */
const ADDRESS = 'GOOGLE_GEMINI_BASE_URL';

interface Variable {
  readonly name: string;
  readonly key: string;
}

/**
 * Takes an API key from a variable of the environment, once: tries it, keeps it as that of a new connection,
 * and makes that the active one. Only names of variables are shown, never what is in them. Throws `AppError`
 * (`badKey`) for a value that can't be a key.
 */
export async function importEnvironment(parts: ImportEnvironmentParts): Promise<void> {
  const { prompts, l10n } = parts;
  const chosen = await chooseVariable(parts);
  if (!chosen) return;
  const { name: variable, key } = chosen;
  const problem = credentialProblem(key);
  if (problem !== undefined) {
    throw new AppError(
      'badKey',
      l10n.t('The value of {0} can’t be used as an API key: {1}.', variable, problem),
      {
        hint: l10n.t(
          'Correct it where it is set, then quit VS Code and open it from there; or add the key by hand.',
        ),
      },
    );
  }
  const endpoint = await chooseEndpoint(parts);
  if (endpoint === undefined) return;
  const title = l10n.t('Import API Key');
  const way = await tryKey(parts, { title, endpoint, key, variable });
  if (!way) return;
  await addWithKey(parts, { endpoint: way.endpoint, key });
  await prompts.notify(
    'info',
    l10n.t(
      'The API key of {0} was imported. The variable is not read again: when the key changes, import it once more.',
      variable,
    ),
  );
}

async function chooseVariable(parts: ImportEnvironmentParts): Promise<Variable | undefined> {
  const { prompts, l10n, environment, onSecret } = parts;
  const values = environment();
  const found = KEYS.map((name) => ({ name, key: cleanKey(values[name] ?? '') })).filter(
    ({ key }) => key !== '',
  );
  if (found.length === 0) {
    await prompts.notify(
      'info',
      l10n.t(
        'None of these environment variables is set: {0}. VS Code only sees the variables of the shell that it was started from; in a remote window, those of the remote machine.',
        KEYS.join(', '),
      ),
    );
    return undefined;
  }
  for (const { key } of found) onSecret(key);
  // Programs often want the same key under another name.
  const [only, ...others] = found;
  if (others.every(({ key }) => key === only?.key)) return only;
  const chosen = await prompts.pick(
    {
      title: l10n.t('Import API Key'),
      placeholder: l10n.t('Environment variables that are set; the one you choose is read once'),
    },
    found.map(({ name }) => ({ label: name, value: name })),
  );
  return found.find(({ name }) => name === chosen);
}

/** Google's endpoint, or the one that the environment names once the user has seen its host. */
async function chooseEndpoint({
  prompts,
  l10n,
  environment,
}: ImportEnvironmentParts): Promise<string | undefined> {
  const address = environment()[ADDRESS]?.trim() ?? '';
  if (address === '') return DEFAULT_ENDPOINT;
  const usual = new URL(DEFAULT_ENDPOINT).host;
  const send = (host: string): string => l10n.t('Send to {0}', host);
  let named: URL;
  try {
    named = parseEndpoint(address);
  } catch (error) {
    const answer = await prompts.confirm(
      l10n.t('The address in {0} can’t be used. {1}', ADDRESS, errorMessage(error)),
      {
        detail: l10n.t('The API key can be sent to Google’s own endpoint, {0}.', usual),
        actions: [send(usual)],
      },
    );
    return answer === undefined ? undefined : DEFAULT_ENDPOINT;
  }
  const endpoint = formatEndpoint(named);
  if (endpoint === DEFAULT_ENDPOINT) return DEFAULT_ENDPOINT;
  const host = endpointName(endpoint);
  const answer = await prompts.confirm(
    l10n.t('Send the API key to {0}, which the variable {1} names?', host, ADDRESS),
    {
      detail: l10n.t('Google’s own endpoint is {0}.', usual),
      actions: [send(host), send(usual)],
    },
  );
  if (answer === undefined) return undefined;
  return answer === send(host) ? endpoint : DEFAULT_ENDPOINT;
}
