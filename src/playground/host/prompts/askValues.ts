import { CancelledError } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import { type PromptFile, promptVariables } from '../../promptFile';
import type { Variables } from '../../variables';
import type { PromptParts } from './promptParts';

/** Values longer than this, together, are not remembered: VS Code reads all of a workspace's at once. */
const MOST = 64 * 1024;

/** What the variables of a prompt begin with: what was entered last, else what its file proposes. */
export function knownValues(
  prompt: PromptFile,
  uri: string,
  memory: Pick<PromptParts['memory'], 'get'>,
): Variables {
  const last = memory.get<Variables>(keyOf(uri)) ?? {};
  const entries = promptVariables(prompt).flatMap((name) => {
    const value = Object.hasOwn(last, name) ? last[name] : proposed(prompt, name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Asks for the value of each variable, with what is known of it. Throws `CancelledError` when dismissed. */
export async function askValues(
  prompt: PromptFile,
  uri: string,
  { prompts, memory, l10n }: Pick<PromptParts, 'prompts' | 'memory' | 'l10n'>,
): Promise<Variables> {
  const names = promptVariables(prompt);
  const known = knownValues(prompt, uri, memory);
  const values: { [name: string]: string } = {};
  for (const [index, name] of names.entries()) {
    const { description, multiline = false } = prompt.variables?.[name] ?? {};
    const shown = plainText(name);
    const hint = multiline ? l10n.t('\\n stands for a line break.') : '';
    const mayBeEmpty = proposed(prompt, name) === '';
    const typed = await prompts.input({
      title: l10n.t('{0} ({1} of {2})', shown, index + 1, names.length),
      prompt: [plainText(description ?? l10n.t('Value of {0}.', shown)), hint].join(' ').trim(),
      value: multiline ? onOneLine(known[name] ?? '') : (known[name] ?? ''),
      validate: (value) =>
        value === '' && !mayBeEmpty ? l10n.t('Enter a value for {0}.', shown) : undefined,
    });
    if (typed === undefined) throw new CancelledError();
    values[name] = multiline ? inLines(typed) : typed;
  }
  await rememberValues(uri, values, memory);
  return values;
}

/** Keeps values for the next time, on this machine. */
export async function rememberValues(
  uri: string,
  values: Variables,
  memory: Pick<PromptParts['memory'], 'update'>,
): Promise<void> {
  const isSmall = JSON.stringify(values).length <= MOST;
  if (Object.keys(values).length > 0 && isSmall) await memory.update(keyOf(uri), values);
}

function keyOf(uri: string): string {
  return `promptValues:${uri}`;
}

function proposed({ variables = {} }: PromptFile, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name]?.default : undefined;
}

function onOneLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function inLines(text: string): string {
  return text.replace(/\\(\\|n)/g, (_all, letter: string) => (letter === 'n' ? '\n' : '\\'));
}
