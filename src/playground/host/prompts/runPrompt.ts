import * as l10n from '@vscode/l10n';
import { Throttle } from '../../../base/async';
import type { Clock } from '../../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import { Emitter } from '../../../base/event';
import { dollarsText, shownDuration } from '../../../base/format';
import { priceOf } from '../../../conversation/request/modelFacts';
import type { FileStore } from '../../../platform/files';
import { plainText } from '../../../platform/plainText';
import type { LiveText } from '../../../platform/textDocuments';
import type {
  Conversation,
  FinishStatus,
  ModelTurn,
} from '../../../conversation/model/conversation';
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
} from '../../../conversation/model/promptFile';
import { type Variables, withFilledTurns } from '../../../conversation/model/turns';
import type { SessionServices } from '../../../conversation/session/context';
import { ConversationStore, LastUsed } from '../../../conversation/store/conversationStore';
import { validateMessage } from '../../../conversation/request/conversationRequest';
import { Pickers } from '../pickers';
import { requireTarget } from '../../../conversation/request/resolveTarget';
import { Session } from '../../../conversation/session/session';
import { changedFiles, confirmPrompt, loadFiles, reportChanged } from './promptAgreement';
import { promptConversation } from '../../../conversation/prompts/readPrompt';
import { type PromptDeps, askValues, requireModel, requireTrust, sha256 } from './promptFiles';

/** Finish statuses that don't replace the last result. */
const FAILED: ReadonlySet<FinishStatus> = new Set([
  'failed',
  'lost',
  'stalled',
  'malformed',
  'serviceFailed',
  'stopped',
  'interrupted',
  'accountLimited',
]);

export interface OpenPrompt {
  readonly uri: string;
  readonly text: string;
  readonly prompt: PromptFile;
}

/**
 * Runs a prompt: asks for values, sends the request, shows the streamed response, and writes the result
 * file.
 * @throws AppError if the run fails; the previous result is retained
 * @throws CancelledError if dismissed
 */
export async function runPrompt(
  { uri, text, prompt: written }: OpenPrompt,
  parts: PromptDeps,
  services: SessionServices,
): Promise<void> {
  const { clock, files, progress, documents } = parts;
  requireTrust(parts);
  if (written.messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt doesn’t end with a user message.'), {
      hint: l10n.t('Add a user message to the end of the prompt.'),
    });
  }
  const connection = services.connections.active?.id;
  const { model } = written;
  requireTarget({ connection, version: 'v1beta', model });
  const result = resultAddress(uri);
  // Checked before a paid request is sent.
  await files.requirePlace(result);
  const { prompt, files: found } = await confirmPrompt(written, uri, parts, services.uploads);
  const variables = await askValues(prompt, uri, parts);
  const name = promptFileName(uri);
  await progress(l10n.t('Running {0}', name), async (signal) => {
    const place = { uri, sha256: sha256(text), connection: connection ?? '', variables };
    const at = clock.now();
    reportChanged(await changedFiles(found, uri, parts, signal), parts);
    const attached = await loadFiles(prompt, found, services, place.connection, signal);
    const conversation = promptConversation(prompt, attached, { ...place, now: at });
    const session = headlessSession(validateMessage(withFilledTurns(conversation)), services);
    try {
      await requireModel(session, services, new Pickers(services, parts.prompts), parts, signal);
      const shown = new RunText(promptFileName(result).replace(/json$/, 'md'), clock);
      await documents.show(shown, { beside: true });
      await receive(session, shown, signal);
    } finally {
      await session.close();
    }

    async function receive(from: Session, shown: RunText, until: AbortSignal): Promise<void> {
      try {
        const answer = await answerOf(from, until, (turn) => shown.grow(answerWords(turn)));
        const { verdict, failure } = answer.outcome ?? {};
        const isFailed = verdict !== undefined && FAILED.has(verdict);
        const kept = isFailed ? l10n.t('The last result wasn’t changed.') : promptFileName(result);
        shown.end(runSummary(answer, kept, clock.now()));
        if (isFailed) {
          throw new AppError('promptFailed', failure?.message ?? verdict, {
            hint: [failure?.hint, kept].filter(Boolean).join(' '),
            ...(connection !== undefined && { subject: { connection } }),
          });
        }
        await files.writeResult(result, formatResult(answer, { ...place, at }));
      } catch (error) {
        if (until.aborted) shown.end(l10n.t('{0}\n\n---\n\nCanceled.', shown.read()).trim());
        else if (!(error instanceof AppError))
          shown.end(`${shown.read()}\n\n${errorMessage(error)}`);
        throw error;
      }
    }
  });
}

/** Returns a session without panel and file. Its model isn't saved as the last choice. */
function headlessSession(conversation: Conversation, services: SessionServices): Session {
  const { clock, log } = services;
  const conversations = new ConversationStore({
    files: nullFolder,
    clock,
    log,
    copyTitle: (title) => title,
  });
  const lastUsed = new LastUsed(nullFolder, log);
  return new Session({ conversation }, { ...services, conversations, lastUsed });
}

/**
 * Sends a conversation and waits for the final response, including automatic function calls.
 * @param onText called after each chunk
 * @throws CancelledError if the signal aborts
 */
async function answerOf(
  session: Session,
  signal: AbortSignal,
  onText: (turn: ModelTurn) => void,
): Promise<ModelTurn> {
  const stop = (): void => session.stop();
  signal.addEventListener('abort', stop, { once: true });
  const ended = Promise.withResolvers<undefined>();
  const subscription = session.onDidEmit(({ name }) => {
    const last = session.state.turns.at(-1);
    if (last?.role === 'model') onText(last);
    if (name !== 'state' || session.isStreaming) return;
    // Automatic function calls start in the same tick, so checks in the next one.
    setImmediate(() => {
      if (!session.isStreaming) ended.resolve(undefined);
    });
  });
  try {
    signal.throwIfAborted();
    await session.ask({ kind: 'new' });
    await ended.promise;
    if (signal.aborted) throw new CancelledError();
    const last = session.conversation.turns.at(-1);
    if (last?.role !== 'model') throw new Error('There is no response.');
    return last;
  } finally {
    subscription.dispose();
    signal.removeEventListener('abort', stop);
  }
}

/** Stores nothing, because the conversation lives only during the run. */
const nullFolder: FileStore = {
  read: async () => undefined,
  write: async () => undefined,
  rename: async () => undefined,
  remove: async () => false,
  stamp: async () => undefined,
  list: async () => [],
};

/** Minimum update interval, in ms. */
const MIN_INTERVAL = 100;
/** Characters that VS Code processes per ms (approximate). Longer texts update less often. */
const PACE = 2000;

class RunText implements LiveText {
  readonly name: string;
  readonly #changed = new Emitter<void>();
  readonly #changes: Throttle;
  readonly onDidChange = this.#changed.event;
  #text = '';

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.#changes = new Throttle(clock, MIN_INTERVAL, () => this.#changed.fire());
  }

  read(): string {
    return this.#text;
  }

  grow(text: string): void {
    this.#text = text;
    this.#changes.trigger(Math.max(MIN_INTERVAL, text.length / PACE));
  }

  end(text: string): void {
    this.#changes.cancel();
    this.#text = text;
    this.#changed.fire();
  }
}

/** Extension of result files, after the prompt's name. */
const RESULT_ENDING = '.result.json';

export function resultAddress(prompt: string): string {
  const stem = prompt.endsWith(PROMPT_ENDING) ? prompt.slice(0, -PROMPT_ENDING.length) : prompt;
  return `${stem}${RESULT_ENDING}`;
}

interface PromptRun {
  readonly uri: string;
  readonly sha256: string;
  readonly variables: Variables;
  /** In ms since 1970. */
  readonly at: number;
}

function answerWords({ content }: ModelTurn): string {
  const said = (content.parts ?? []).filter(({ thought }) => !thought);
  return said.map(({ text = '' }) => text).join('');
}

function formatResult(answer: ModelTurn, { uri, sha256, variables, at }: PromptRun): string {
  const { model, version, mode, sent, content, outcome, alternatives } = answer;
  const { schemaProblems, embeddings } = answer;
  const { failure, ...ending } = outcome ?? { verdict: 'unfinished', durationMs: 0 };
  const result = {
    format: 1,
    prompt: promptFileName(uri),
    promptSha256: sha256,
    model,
    version,
    mode,
    ranAt: new Date(at).toISOString(),
    variables,
    request: sent,
    answer: answerWords(answer),
    parts: content.parts ?? [],
    ...ending,
    // Token counts as reported by the API; times in ms.
    problem: failure?.message,
    schemaProblems,
    embeddings,
    alternatives,
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/**
 * Formats a finished response as a document: text, finish status, and cost.
 * @param now in ms since 1970
 */
export function runSummary(answer: ModelTurn, last: string, now: number): string {
  const { model, outcome, schemaProblems = [] } = answer;
  const words = answerWords(answer);
  const { verdict = 'unfinished', durationMs = 0, usage, failure } = outcome ?? {};
  const total = usage?.totalTokenCount;
  const price = priceOf(answer, now);
  const dollars = price && dollarsText(price.total);
  const facts = [
    verdictWords(verdict),
    plainText(model),
    shownDuration(durationMs),
    ...(total === undefined ? [] : [total === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', total)]),
    ...(dollars ? [l10n.t(dollars.message, ...dollars.args)] : []),
    last,
  ].join(' · ');
  const told = [failure?.message, failure?.hint, ...schemaProblems].filter(
    (one) => one !== undefined,
  );
  const body = words === '' && answer.embeddings ? vectors(answer.embeddings) : words;
  return [body, '---', ...told.map(plainText), facts].filter(Boolean).join('\n\n') + '\n';
}

function vectors(embeddings: NonNullable<ModelTurn['embeddings']>): string {
  const [first = []] = embeddings;
  return embeddings.length === 1
    ? l10n.t('1 vector with {0} dimensions', first.length)
    : l10n.t('{0} vectors with {1} dimensions', embeddings.length, first.length);
}

function verdictWords(verdict: FinishStatus): string {
  switch (verdict) {
    case 'complete':
      return l10n.t('Complete');
    case 'maxTokens':
      return l10n.t('Truncated at the token limit');
    case 'blocked':
      return l10n.t('The response was blocked');
    case 'promptBlocked':
      return l10n.t('The prompt was blocked');
    case 'accountLimited':
      return l10n.t('The account is restricted for prohibited use');
    case 'recitation':
      return l10n.t('Stopped because of recitation');
    case 'lost':
      return l10n.t('The connection was lost');
    case 'stalled':
      return l10n.t('The connection stalled');
    case 'malformed':
      return l10n.t('The response isn’t valid');
    case 'serviceFailed':
      return l10n.t('Interrupted by an API error');
    case 'interrupted':
      return l10n.t('Interrupted');
    case 'stopped':
      return l10n.t('Stopped');
    case 'failed':
      return l10n.t('Failed');
    case 'unfinished':
    case 'other':
      return l10n.t('Incomplete');
  }
}
