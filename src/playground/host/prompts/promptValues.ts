import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../../base/errors';
import { type PromptFile, promptVariables } from '../../../conversation/model/promptFile';
import type { Variables } from '../../../conversation/model/variables';
import type { SessionServices } from '../../../conversation/session/context';
import type { Session } from '../../../conversation/session/session';
import { plainText } from '../../../platform/plainText';
import type { Pickers } from '../pickers';
import type { PromptDeps } from './promptFiles';

/** Maximum total length of remembered values. VS Code loads all workspace state at once. */
const MAX_SAVED_LENGTH = 64 * 1024;

export function knownValues(
  prompt: PromptFile,
  uri: string,
  memory: Pick<PromptDeps['memory'], 'get'>,
): Variables {
  const last = memory.get<Variables>(keyOf(uri)) ?? {};
  const entries = promptVariables(prompt).flatMap((name) => {
    const value = Object.hasOwn(last, name) ? last[name] : proposed(prompt, name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Asks for each variable, prefilled with known values. Throws `CancelledError` if dismissed. */
export async function askValues(
  prompt: PromptFile,
  uri: string,
  { prompts, memory }: Pick<PromptDeps, 'prompts' | 'memory'>,
): Promise<Variables> {
  const names = promptVariables(prompt);
  const known = knownValues(prompt, uri, memory);
  const values: { [name: string]: string } = {};
  for (const [index, name] of names.entries()) {
    const { description, multiline = false } = prompt.variables?.[name] ?? {};
    const shown = plainText(name);
    const hint = multiline ? l10n.t('Use \\n for a line break.') : '';
    const mayBeEmpty = proposed(prompt, name) === '';
    const typed = await prompts.input({
      title: l10n.t('{0} ({1} of {2})', shown, index + 1, names.length),
      prompt: [plainText(description ?? l10n.t('Enter a value for {0}.', shown)), hint]
        .join(' ')
        .trim(),
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

async function rememberValues(
  uri: string,
  values: Variables,
  memory: Pick<PromptDeps['memory'], 'update'>,
): Promise<void> {
  const isSmall = JSON.stringify(values).length <= MAX_SAVED_LENGTH;
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

/**
 * Asks for another model if the connection lacks the prompt's model. Ignores other lookup errors: the request
 * will report them.
 * @throws CancelledError if dismissed
 */
export async function requireModel(
  session: Session,
  { models, connections }: Pick<SessionServices, 'models' | 'connections'>,
  pickers: Pickers,
  { prompts }: Pick<PromptDeps, 'prompts'>,
  signal?: AbortSignal,
): Promise<void> {
  const { connection = '', model } = session.target;
  if (!(await models.isMissing(session.target, signal))) return;
  const choose = l10n.t('Select Model…');
  const place = connections.find(connection)?.name ?? connection;
  const chosen = await prompts.confirm(
    l10n.t('Model {1} isn’t available on {0}.', plainText(place), plainText(model)),
    {
      detail: l10n.t('Select another model for this run. The file doesn’t change.'),
      actions: [choose],
    },
  );
  if (chosen !== choose || !(await pickers.model(session))) throw new CancelledError();
}
