import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import type { Connections } from '../service/connection';

export interface NameQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What the field has at first. */
  readonly value: string;
}

/** Asks for the name of a connection. Undefined when dismissed. */
export async function askForName(
  { prompts, l10n }: { readonly prompts: Prompts; readonly l10n: L10n },
  question: NameQuestion,
): Promise<string | undefined> {
  const name = await prompts.input({
    ...question,
    validate: (text) => (text.trim() === '' ? l10n.t('Give the connection a name.') : undefined),
  });
  return name === undefined || name.trim() === '' ? undefined : name.trim();
}

/** The wanted name, with a number (or the next one) where another connection has it. */
export function freeName(wanted: string, connections: Connections): string {
  const taken = connections.list().map(({ name }) => name);
  const base = wanted.replace(/ \d+$/, '');
  let name = wanted;
  for (let count = 2; taken.includes(name); count++) name = `${base} ${count}`;
  return name;
}
