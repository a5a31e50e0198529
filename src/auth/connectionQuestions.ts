import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { containsSecret as looksLikeSecret } from '../api/redact';
import type { Prompts } from '../platform/prompts';
import { type Connection, type Connections, EMULATOR_ID } from '../service/connection';
import type { AuthDeps } from './authDeps';
import type { ConnectionList } from './connectionList';

/** Google's service. */
export const DEFAULT_ENDPOINT = 'https://generativelanguage.googleapis.com';

interface NameQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What the field has at first. */
  readonly value: string;
  /** The connection that has the name already, where it is given another. */
  readonly of?: string;
}

type AskForNameDeps = {
  readonly prompts: Prompts;
  readonly connections: Connections;
} & Pick<AuthDeps, 'redact'>;

// Characters; the status bar and lists have to show it.
const LONGEST_NAME = 60;

/** Asks for the name of a connection. Undefined when dismissed. */
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
  // It stands in the settings, in the status bar and in titles.
  if (looksLikeSecret(name) || redact(name) !== name) {
    return l10n.t('This looks like a secret, but names are visible. Enter a different name.');
  }
  if (Array.from(name).length > LONGEST_NAME) {
    return l10n.t('Enter a name of up to {0} characters.', LONGEST_NAME);
  }
  return taken.has(name)
    ? l10n.t('Another connection has this name. Enter a different name.')
    : undefined;
}

/** The wanted name, shortened, and with a number (or the next one) where another connection has it. */
export function freeName(wanted: string, connections: Connections): string {
  const taken = connections.list().map(({ name }) => name);
  const base = wanted.replace(/ \d+$/, '');
  let name = shortened(wanted, LONGEST_NAME);
  for (let count = 2; taken.includes(name); count++) {
    const end = ` ${count}`;
    name = shortened(base, LONGEST_NAME - end.length) + end;
  }
  return name;
}

function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/** What a new connection to an endpoint is called where nobody is asked. */
export function newName(
  { connections }: { readonly connections: Connections },
  endpoint: string,
): string {
  const wanted = endpoint === DEFAULT_ENDPOINT ? l10n.t('Gemini API') : endpointName(endpoint);
  return freeName(wanted, connections);
}

/** Asks how a connection that is about to be added is called. Undefined when dismissed. */
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
  /** A sentence; what an empty field means. */
  readonly ifEmpty?: string;
  /** What the field has at first. */
  readonly value: string;
}

// Ids, also those with a domain before them, and numbers.
const PROJECT = /^[a-z0-9][a-z0-9.:-]{0,99}$/;

/** Asks which project is charged. Empty for none; undefined when dismissed. */
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
  /** Address of the service that gets the access tokens. */
  readonly endpoint: string;
  /** The project that the connection has already: then it is not asked for. */
  readonly project?: string | undefined;
}

type UseAdcDeps = Pick<AuthDeps, 'prompts' | 'signIns' | 'adcOrigins'>;

/**
 * Makes sure that the application default credentials of this machine can be read, and may be sent to an
 * endpoint; then asks for the project, empty for none. Undefined when dismissed. Throws what reading them
 * throws.
 */
export async function useAdc(
  deps: UseAdcDeps,
  { title, endpoint, project }: UseAdcQuestion,
): Promise<string | undefined> {
  const ready = await readyAdc(deps, endpoint);
  if (!ready) return undefined;
  return project ?? (await askForAdcProject(deps, title, ready.quotaProject));
}

/** The project that the credentials name, empty for none, once they may be sent to an endpoint. */
export async function readyAdc(
  { signIns, adcOrigins }: UseAdcDeps,
  endpoint: string,
): Promise<{ readonly quotaProject: string } | undefined> {
  const { adc } = await signIns();
  const { quotaProject = '' } = await adc.read();
  return (await adcOrigins.mayGet(endpoint, { again: true })) ? { quotaProject } : undefined;
}

/** Asks for the project that is charged, empty for none. Undefined when dismissed. */
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
 * Adds a connection and makes it the one of this window; of new windows too where they would have none, or
 * the emulator.
 * @param undo takes back what was stored for it, where it can't be added.
 */
export async function addAndActivate(
  connections: ConnectionList,
  connection: Connection,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await connections.add(connection);
  } catch (error) {
    // Why it can't be added is what there is to say, whether or not this works too.
    await Promise.allSettled([undo()]);
    throw error;
  }
  await activateByDefault(connections, connection.id);
}

/** Makes a connection that was just set up the active one, of new windows too as `addAndActivate` says. */
export async function activateByDefault(connections: ConnectionList, id: string): Promise<void> {
  const { default: ofNewWindows } = connections;
  const everywhere = ofNewWindows === undefined || ofNewWindows.id === EMULATOR_ID;
  await connections.activate(id, { everywhere });
}
