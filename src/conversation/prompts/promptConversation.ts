import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import type { Version } from '../../api/versions';
import { abortable } from '../../base/async';
import { CancelledError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { Conversation, KeptAttachment, Turn } from '../model/conversation';
import {
  PROMPT_ENDING,
  type PromptFile,
  type PromptMessage,
  promptVariables,
  promptFileName,
} from '../model/promptFile';
import type { Variables } from '../model/variables';
import { attachedParts } from '../attachments';
import type { SessionServices } from '../session/context';
import { newId } from '../store/conversationFile';
import type { Pickers } from '../../playground/host/pickers';
import type { Session } from '../session/session';
import { newConversation } from '../store/transcript';
import type { PromptDeps } from '../../playground/host/prompts/promptFiles';

export interface PromptPlace {
  readonly uri: string;
  readonly sha256: string;
  /** Id of the connection that it goes to; empty where there is none. */
  readonly connection: string;
  readonly variables: Variables;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * A prompt as a conversation of the playground.
 * @param attached what goes with each message, by its index
 */
export function promptConversation(
  { name, mode, oneText, model, version, settings, messages }: PromptFile,
  attached: readonly (readonly KeptAttachment[])[],
  { uri, sha256, connection, variables, now }: PromptPlace,
): Conversation {
  const beginning = {
    connection,
    model,
    settings,
    ...(version && { version: version as Version }),
  };
  return {
    ...newConversation(beginning, now),
    title: name ?? promptFileName(uri).slice(0, -PROMPT_ENDING.length),
    ...(mode && { mode }),
    ...(oneText && { oneText }),
    variables,
    promptFile: uri,
    promptSha256: sha256,
    turns: messages.map((message, at) => turnOf(message, attached[at] ?? [], model, version)),
  };
}

function turnOf(
  { role, author, text = '', parts = [] }: PromptMessage,
  attachments: readonly KeptAttachment[],
  model: string,
  version: string | undefined,
): Turn {
  const { parts: files, attached } = attachedParts(attachments);
  const words = text === '' ? [] : [{ text }];
  const content = { role, parts: [...files, ...parts, ...words] };
  const id = newId();
  if (role === 'user') {
    const known = { ...(attached.length > 0 && { attached }), ...(author && { author }) };
    return { id, role, content, ...known };
  }
  return {
    ...{ id, role, content, model, version: (version ?? 'v1beta') as Version },
    // It stands in the file as it is.
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}

/** Values longer than this, together, are not remembered: VS Code reads all of a workspace's at once. */
const MOST = 64 * 1024;

/** What the variables of a prompt begin with: what was entered last, else what its file proposes. */
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

/** Asks for the value of each variable, with what is known of it. Throws `CancelledError` when dismissed. */
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
  memory: Pick<PromptDeps['memory'], 'update'>,
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

/**
 * Asks which model is to answer where the connection does not have the one of the prompt. What else goes wrong with
 * that look-up, the answer tells. Throws `CancelledError` where the user wants none.
 */
export async function requireModel(
  session: Session,
  { models, connections }: Pick<SessionServices, 'models' | 'connections'>,
  pickers: Pickers,
  { prompts }: Pick<PromptDeps, 'prompts'>,
  signal?: AbortSignal,
): Promise<void> {
  const { connection, version, model } = session.target;
  if (connection === undefined) return;
  try {
    await abortable(models.find(connection, version, model, signal), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isMissing(error)) return;
    const choose = l10n.t('Choose Model…');
    const place = connections.find(connection)?.name ?? connection;
    const chosen = await prompts.confirm(
      l10n.t('{0} has no model {1}.', plainText(place), plainText(model)),
      {
        detail: l10n.t('Another one can answer this time; the file stays as it is.'),
        actions: [choose],
      },
    );
    if (chosen !== choose || !(await pickers.model(session))) throw new CancelledError();
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.reason === 'modelNotFound' || error.reason === 'notFound')
  );
}
