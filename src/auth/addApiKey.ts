import { parseEndpoint } from '../api/endpoint';
import { credentialProblem } from '../api/headerValue';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { CheckKey } from '../service/checkKey';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { ConnectionList } from './connectionList';
import type { KeyVault } from './keyVault';

export const DEFAULT_ENDPOINT = 'https://generativelanguage.googleapis.com';

export interface AddApiKeyParts {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly l10n: L10n;
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  readonly check: CheckKey;
  /** Eight random letters or digits. */
  readonly newId: () => string;
}

/**
 * Asks for a key, tries it, keeps it and makes its connection the active one. It is a new connection to
 * the endpoint, or any present one whose key is replaced: a key that fails is repaired here too.
 */
export async function addApiKey(parts: AddApiKeyParts, endpoint: string): Promise<void> {
  await addKeyTo(parts, endpoint, replaceable(parts));
}

async function addKeyTo(
  parts: AddApiKeyParts,
  endpoint: string,
  present: readonly Connection[],
): Promise<void> {
  const target = await chooseTarget(parts, endpoint, present);
  if (!target) return;
  const key = await askForWorkingKey(parts, target.endpoint);
  if (key === undefined) return;
  await save(parts, target, key);
}

/** As `addApiKey`, for an endpoint that is asked for first. */
export async function addApiKeyForEndpoint(parts: AddApiKeyParts): Promise<void> {
  const { prompts, l10n } = parts;
  const answer = await prompts.input({
    title: l10n.t('Add API Key for Another Endpoint'),
    prompt: l10n.t('Address of the service: scheme, host and port, without a path.'),
    placeholder: 'https://gateway.example',
    validate: endpointProblem,
  });
  if (answer === undefined) return;
  const { origin } = parseEndpoint(answer);
  const present = replaceable(parts).filter((connection) => connection.endpoint === origin);
  await addKeyTo(parts, origin, present);
}

/** The connections that have a key, the one in use first. */
function replaceable({ connections }: AddApiKeyParts): readonly Connection[] {
  const { active, users } = connections;
  const keyed = users.filter((connection) => connection.auth === 'apiKey');
  const isActive = (connection: Connection): boolean => connection.id === active?.id;
  return [...keyed.filter(isActive), ...keyed.filter((connection) => !isActive(connection))];
}

function endpointProblem(text: string): string | undefined {
  try {
    parseEndpoint(text);
    return undefined;
  } catch (error) {
    const hint = error instanceof AppError ? error.hint : undefined;
    return [errorMessage(error), hint].filter(Boolean).join(' ');
  }
}

/** A new connection with the name that the user gives it, or a present one whose key is replaced. */
async function chooseTarget(
  parts: AddApiKeyParts,
  endpoint: string,
  present: readonly Connection[],
): Promise<Connection | undefined> {
  const { prompts, l10n, connections, newId } = parts;
  const fresh: Connection = { id: newId(), name: '', endpoint, auth: 'apiKey' };
  const chosen =
    present.length === 0
      ? fresh
      : await prompts.pick({ title: l10n.t('Add API Key') }, [
          ...present.map((connection) => ({
            label: l10n.t('Replace the key of “{0}”', connection.name),
            description: new URL(connection.endpoint).host,
            value: connection,
          })),
          {
            label: l10n.t('Add another connection'),
            description: new URL(endpoint).host,
            value: fresh,
          },
        ]);
  if (chosen !== fresh) return chosen;
  const taken = connections.list().map((connection) => connection.name);
  const name = await prompts.input({
    title: l10n.t('Add API Key'),
    prompt: l10n.t('Name of the connection to {0}.', new URL(endpoint).host),
    value: freeName(l10n.t('Gemini API'), taken),
    validate: (value) => (value.trim() === '' ? l10n.t('Give the connection a name.') : undefined),
  });
  return name === undefined || name.trim() === '' ? undefined : { ...fresh, name: name.trim() };
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count++) name = `${wanted} ${count}`;
  return name;
}

/** Until a key works, or the user wants it anyway, or gives up. What was typed is there again each time. */
async function askForWorkingKey(
  parts: AddApiKeyParts,
  endpoint: string,
): Promise<string | undefined> {
  const { prompts, progress, l10n, check } = parts;
  const { host } = new URL(endpoint);
  const problemOf = (value: string): string | undefined => {
    const problem = credentialProblem(value);
    return problem && l10n.t('This API key can’t be used: {0}.', problem);
  };
  let typed = '';
  for (;;) {
    const key = await prompts.input({
      title: l10n.t('Add API Key'),
      prompt: l10n.t('API key for {0}. It is kept in the secret storage of VS Code.', host),
      password: true,
      value: typed,
      validate: problemOf,
    });
    if (key === undefined) return undefined;
    typed = key;
    const problem = problemOf(key);
    if (problem !== undefined) {
      await prompts.notify('error', problem);
      continue;
    }
    try {
      await progress(l10n.t('Checking the API key…'), (signal) => check(endpoint, key, signal));
      return key;
    } catch (error) {
      if (CancelledError.is(error)) continue;
      const [correct, keep] = [l10n.t('Correct the Key'), l10n.t('Save Anyway')];
      const hint = error instanceof AppError ? (error.hint ?? '') : '';
      const answer = await prompts.confirm(
        l10n.t('The API key could not be checked: {0}', errorMessage(error)),
        { detail: hint, actions: [correct, keep] },
      );
      if (answer === undefined) return undefined;
      if (answer === keep) return key;
    }
  }
}

async function save(parts: AddApiKeyParts, target: Connection, key: string): Promise<void> {
  const { connections, vault } = parts;
  const isNew = !connections.find(target.id);
  // The key first: as soon as the connection is there, it is asked for its models.
  await vault.write(target.id, { origin: target.endpoint, key });
  if (isNew) {
    try {
      await connections.add(target);
    } catch (error) {
      await vault.delete(target.id);
      throw error;
    }
  }
  const { default: usual } = connections;
  const everywhere = usual === undefined || usual.id === EMULATOR_ID;
  await connections.activate(target.id, { everywhere });
}
