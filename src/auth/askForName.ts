import { looksLikeSecret } from '../api/redact';
import type { Prompts } from '../platform/prompts';
import type { Connections } from '../service/connection';
import type { AuthParts } from './parts';

export interface NameQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What the field has at first. */
  readonly value: string;
  /** The connection that has the name already, where it is given another. */
  readonly of?: string;
}

export type AskForNameParts = {
  readonly prompts: Prompts;
  readonly connections: Connections;
} & Pick<AuthParts, 'l10n' | 'redact'>;

// Characters; the status bar and lists have to show it.
const LONGEST = 60;

/** Asks for the name of a connection. Undefined when dismissed. */
export async function askForName(
  parts: AskForNameParts,
  { of, ...question }: NameQuestion,
): Promise<string | undefined> {
  const others = parts.connections.list().filter(({ id }) => id !== of);
  const taken = new Set(others.map(({ name }) => name));
  const problemOf = (text: string): string | undefined => nameProblem(parts, text.trim(), taken);
  const name = await parts.prompts.input({ ...question, validate: problemOf });
  return name === undefined || problemOf(name) !== undefined ? undefined : name.trim();
}

function nameProblem(
  { l10n, redact }: Pick<AskForNameParts, 'l10n' | 'redact'>,
  name: string,
  taken: ReadonlySet<string>,
): string | undefined {
  if (name === '') return l10n.t('Give the connection a name.');
  // It stands in the settings, in the status bar and in titles.
  if (looksLikeSecret(name) || redact(name) !== name) {
    return l10n.t('This looks like a key or another secret, and names are shown. Give a name.');
  }
  if (Array.from(name).length > LONGEST) {
    return l10n.t('Give a name of at most {0} characters.', LONGEST);
  }
  return taken.has(name)
    ? l10n.t('Another connection has this name. Give another one.')
    : undefined;
}

/** The wanted name, shortened, and with a number (or the next one) where another connection has it. */
export function freeName(wanted: string, connections: Connections): string {
  const taken = connections.list().map(({ name }) => name);
  const base = wanted.replace(/ \d+$/, '');
  let name = shortened(wanted, LONGEST);
  for (let count = 2; taken.includes(name); count++) {
    const end = ` ${count}`;
    name = shortened(base, LONGEST - end.length) + end;
  }
  return name;
}

function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
