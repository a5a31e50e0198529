import * as l10n from '@vscode/l10n';
import { Throttle } from '../../../base/async';
import type { Clock } from '../../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import { Emitter } from '../../../base/event';
import type { FileStore } from '../../../platform/files';
import type { LiveText } from '../../../platform/textDocuments';
import type {
  Conversation,
  ModelTurn,
  FinishStatus,
} from '../../../conversation/model/conversation';
import { type PromptFile, promptFileName } from '../../../conversation/model/promptFile';
import { withFilledTurns } from '../../../conversation/model/variables';
import type { SessionServices } from '../../../conversation/session/context';
import { ConversationStore } from '../../../conversation/store/conversationStore';
import { LastUsed } from '../../../conversation/store/jsonFileStore';
import { validateMessage } from '../../../conversation/request/message';
import { Pickers } from '../pickers';
import { requireTarget } from '../../../conversation/request/resolveTarget';
import { Session } from '../../../conversation/session/session';
import { confirmPrompt } from './promptAgreement';
import { changedFiles, loadFiles, reportChanged } from './promptAttachments';
import { promptConversation } from '../../../conversation/prompts/readPrompt';
import { askValues, requireModel } from './promptValues';
import { requireTrust, sha256, type PromptDeps } from './promptFiles';
import { answerWords, formatResult, resultAddress, runSummary } from './promptResult';

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
