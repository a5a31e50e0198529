import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { containsSecret as looksLikeSecret } from '../api/redact';
import type { Prompts } from '../platform/prompts';
import type { WizardStep } from '../platform/wizard';
import { askForEndpoint } from '../service/askForEndpoint';
import { type Connection, type Connections, EMULATOR_ID } from '../service/connection';
import type { AuthDeps } from './authDeps';
import type { ConnectionList } from './connectionList';

export const DEFAULT_ENDPOINT = 'https://generativelanguage.googleapis.com';

/** Returns the wizard step that asks for a custom endpoint. */
export function endpointQuestion(title: string): WizardStep<{ readonly endpoint: string }> {
  return {
    ask: async (prompts) => {
      const endpoint = await askForEndpoint({ prompts }, { title });
      return endpoint === undefined ? undefined : { endpoint };
    },
  };
}

interface NameQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly of?: string;
}

type AskForNameDeps = {
  readonly prompts: Prompts;
  readonly connections: Connections;
} & Pick<AuthDeps, 'redact'>;

// In characters; limited by the status bar and lists.
const MAX_NAME_LENGTH = 60;

/** Asks for the name of a connection. Undefined if dismissed. */
export async function askForName(
  deps: AskForNameDeps,
  { of, ...question }: NameQuestion,
): Promise<string | undefined> {
  const others = deps.connections.list().filter(({ id }) => id !== of);
  const taken = new Set(others.map(({ name }) => name));
  const problemOf = (text: string): string | undefined => nameProblem(deps, text.trim(), taken);
  const name = await deps.prompts.input({ ...question, validate: problemOf });
  return name === undefined || problemOf(name) !== undefined ? undefined : name.trim();
}

function nameProblem(
  { redact }: Pick<AskForNameDeps, 'redact'>,
  name: string,
  taken: ReadonlySet<string>,
): string | undefined {
  if (name === '') return l10n.t('Enter a name for the connection.');
  // The name appears in settings, the status bar and titles.
  if (looksLikeSecret(name) || redact(name) !== name) {
    return l10n.t('This looks like a secret, but names are visible. Enter a different name.');
  }
  if (Array.from(name).length > MAX_NAME_LENGTH) {
    return l10n.t('Enter a name of up to {0} characters.', MAX_NAME_LENGTH);
  }
  return taken.has(name)
    ? l10n.t('Another connection has this name. Enter a different name.')
    : undefined;
}

export function freeName(wanted: string, connections: Connections): string {
  const taken = connections.list().map(({ name }) => name);
  const base = wanted.replace(/ \d+$/, '');
  let name = shortened(wanted, MAX_NAME_LENGTH);
  for (let count = 2; taken.includes(name); count++) {
    const end = ` ${count}`;
    name = shortened(base, MAX_NAME_LENGTH - end.length) + end;
  }
  return name;
}

function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/** Returns the default name of a new connection. */
export function newName(
  { connections }: { readonly connections: Connections },
  endpoint: string,
): string {
  const wanted = endpoint === DEFAULT_ENDPOINT ? l10n.t('Gemini API') : endpointName(endpoint);
  return freeName(wanted, connections);
}

/** Asks for the name of a new connection. Undefined if dismissed. */
export async function nameNewConnection(
  deps: AskForNameDeps,
  title: string,
  endpoint: string,
): Promise<string | undefined> {
  return await askForName(deps, {
    title,
    prompt: l10n.t('Enter a name for the connection to {0}.', endpointName(endpoint)),
    value: newName(deps, endpoint),
  });
}

interface ProjectQuestion {
  readonly title: string;
  readonly ifEmpty?: string;
  readonly value: string;
}

const PROJECT = /^[a-z0-9][a-z0-9.:-]{0,99}$/;

/** Asks for the quota project. Empty for none; undefined if dismissed. */
export async function askForProject(
  { prompts }: { readonly prompts: Prompts },
  { title, ifEmpty, value }: ProjectQuestion,
): Promise<string | undefined> {
  const problemOf = (text: string): string | undefined =>
    text.trim() === '' || PROJECT.test(text.trim())
      ? undefined
      : l10n.t('Enter a project ID (lowercase letters, digits, and hyphens) or project number.');
  const project = await prompts.input({
    title,
    prompt: [
      l10n.t('Project for quota and billing (optional). Sent as “x-goog-user-project”.'),
      ifEmpty ?? l10n.t('Leave empty for none.'),
    ].join(' '),
    placeholder: l10n.t('Enter a project ID or number'),
    value,
    validate: problemOf,
  });
  return project === undefined || problemOf(project) !== undefined ? undefined : project.trim();
}

interface UseAdcQuestion {
  readonly title: string;
  readonly endpoint: string;
  readonly project?: string | undefined;
}

type UseAdcDeps = Pick<AuthDeps, 'prompts' | 'signIns' | 'adcOrigins'>;

/**
 * Checks that ADC can be read and sent to the endpoint, then asks for the project (empty for none).
 * Undefined if dismissed. Throws the errors of reading ADC.
 */
export async function useAdc(
  deps: UseAdcDeps,
  { title, endpoint, project }: UseAdcQuestion,
): Promise<string | undefined> {
  const ready = await loadAdc(deps, endpoint);
  if (!ready) return undefined;
  return project ?? (await askForAdcProject(deps, title, ready.quotaProject));
}

/** Returns the project in ADC, empty for none, once ADC may be sent to the endpoint. */
export async function loadAdc(
  { signIns, adcOrigins }: UseAdcDeps,
  endpoint: string,
): Promise<{ readonly quotaProject: string } | undefined> {
  const { adc } = await signIns();
  const { quotaProject = '' } = await adc.read();
  return (await adcOrigins.mayGet(endpoint, { again: true })) ? { quotaProject } : undefined;
}

/** Asks for the quota project, empty for none. Undefined if dismissed. */
export async function askForAdcProject(
  deps: Pick<UseAdcDeps, 'prompts'>,
  title: string,
  quotaProject: string,
): Promise<string | undefined> {
  return await askForProject(deps, {
    title,
    value: quotaProject,
    ifEmpty:
      quotaProject === ''
        ? l10n.t('Leave empty for none.')
        : l10n.t('Leave empty to use the project from the credentials.'),
  });
}

/**
 * Adds a connection and makes it active, also for new windows if they would use none or the emulator.
 * @param undo removes stored credentials if adding fails.
 */
export async function addAndActivate(
  connections: ConnectionList,
  connection: Connection,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await connections.add(connection);
  } catch (error) {
    await Promise.allSettled([undo()]);
    throw error;
  }
  await activateByDefault(connections, connection.id);
}

export async function activateByDefault(connections: ConnectionList, id: string): Promise<void> {
  const { default: ofNewWindows } = connections;
  const everywhere = ofNewWindows === undefined || ofNewWindows.id === EMULATOR_ID;
  await connections.activate(id, { everywhere });
}
