import * as l10n from '@vscode/l10n';
import type { Client } from '../api/call';
import type { Version } from '../api/versions';
import type { Clock } from '../base/clock';
import { AppError, CancelledError } from '../base/errors';
import { type AnswerCollector, ContentCollector } from '../conversation/answer/answerCollector';
import { AnswerRun, type Prepared } from '../conversation/answer/answerRun';
import {
  callInput,
  conversationRequest,
  type ConversationRequest,
  keptRequest,
  sendRequest,
  shownBody,
} from '../conversation/request/conversationRequest';
import { newId } from '../conversation/store/conversationFile';
import { withSavedResults } from '../conversation/session/functionResults';
import { StepCollector } from '../conversation/answer/stepCollector';
import { requireSendable, validateMessage } from '../conversation/request/message';
import { lackingFacts, modelInfo, unknownModel } from '../conversation/request/modelFacts';
import { promptConversation } from '../conversation/prompts/readPrompt';
import { versionOf } from '../conversation/request/resolveTarget';
import {
  type Conversation,
  DEFAULT_MODE,
  type KeptAttachment,
  type ModelTurn,
} from '../conversation/model/conversation';
import { MODES } from '../conversation/model/modes';
import type { ModelInfo } from '../conversation/model/protocol';
import { MAX_AUTOMATIC_ROUNDS } from '../conversation/model/turns';
import { type Variables, withFilledTurns } from '../conversation/model/variables';
import type { PromptSource } from './plan';

/** What asking needs. */
export interface AskDeps {
  readonly client: Client;
  readonly clock: Clock;
  /** Names of operations and of what went wrong; never a secret. */
  readonly log: { warn(line: string): void };
}

/** What is asked. */
export interface Question {
  readonly source: PromptSource;
  readonly variables: Variables;
  /** What goes with each message, by its index. */
  readonly attached: readonly (readonly KeptAttachment[])[];
}

/** An answer with all that came before it. */
export interface Asked {
  readonly conversation: Conversation;
  /** Every turn of the model that was asked for here; several where calls of functions were answered by themselves. */
  readonly answers: readonly ModelTurn[];
  /** With placeholders for its secrets. */
  readonly request: Pick<ConversationRequest, 'operation' | 'input'>;
  readonly version: Version;
}

/** What is known of the models of a client; each is asked for once. */
export class KnownModels {
  readonly #deps: AskDeps;
  readonly #known = new Map<string, Promise<ModelInfo>>();

  constructor(deps: AskDeps) {
    this.#deps = deps;
  }

  /** What nobody can tell is as of a model that nobody has described. */
  find(name: string, signal: AbortSignal): Promise<ModelInfo> {
    const known = this.#known.get(name);
    if (known) return known;
    const found = this.#describe(name, signal);
    this.#known.set(name, found);
    return found;
  }

  async #describe(name: string, signal: AbortSignal): Promise<ModelInfo> {
    const { client, log } = this.#deps;
    const operation = name.startsWith('tunedModels/') ? 'tunedModels.get' : 'models.get';
    try {
      return modelInfo(await client.call(operation, { name }, { signal }));
    } catch (error) {
      if (CancelledError.is(error)) {
        this.#known.delete(name);
        throw error;
      }
      log.warn(`${operation}: ${error instanceof Error ? error.message : String(error)}`);
      return unknownModel(name);
    }
  }
}

/** The request that the playground would send for a prompt. Throws `AppError` for what can't be sent. */
function buildQuestion(
  { source, variables, attached }: Question,
  model: ModelInfo,
  { client, clock }: AskDeps,
): { readonly conversation: Conversation; readonly version: Version } {
  const { uri, prompt } = source;
  if (prompt.messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt doesn’t end with a user message.'));
  }
  const place = { uri, sha256: '', connection: '', variables, now: clock.now() };
  const begun = promptConversation(prompt, attached, place);
  const conversation = validateMessage(withFilledTurns(begun));
  const version = versionOf(conversation, { apiVersion: client.preferredVersion }, model.methods);
  return { conversation, version };
}

/**
 * Asks for the answer to a prompt, and goes on by itself as long as it calls functions of which all have a saved
 * result. What goes wrong is in the outcome of the last turn. Throws `AppError` for what can't be sent, and
 * `CancelledError`.
 */
export async function askModel(
  question: Question,
  models: KnownModels,
  deps: AskDeps,
  signal: AbortSignal,
  onSending: (request: Asked['request']) => Promise<void>,
): Promise<Asked> {
  const model = await models.find(question.source.prompt.model, signal);
  const begun = buildQuestion(question, model, deps);
  const { version } = begun;
  let { conversation } = begun;
  let first: Asked['request'] | undefined;
  const answers: ModelTurn[] = [];
  for (let round = 0; ; round++) {
    const target = { version, methods: model.methods, lacking: lackingFacts(model), stored: false };
    const request = conversationRequest(conversation, target);
    if (request.input.body.store === true) {
      throw new AppError(
        'needsKeeping',
        l10n.t('Agents require interactions to be stored on the server.'),
      );
    }
    requireSendable(request, version);
    await onSending(request);
    first ??= withoutSecretsOf(request);
    const answer = await answerTo(conversation, request, version, deps, signal);
    if (signal.aborted) throw new CancelledError(signal.reason);
    answers.push(answer);
    conversation = { ...conversation, turns: [...conversation.turns, answer] };
    const next = round < MAX_AUTOMATIC_ROUNDS ? withSavedResults(conversation) : undefined;
    if (!next) return { conversation, answers, request: first, version };
    conversation = next;
  }
}

/** As it stays in results, which reports and functions of the workspace see. */
function withoutSecretsOf({ operation, input }: Asked['request']): Asked['request'] {
  return { operation, input: { ...input, body: shownBody(input.body, operation) } };
}

async function answerTo(
  { mode, model }: Conversation,
  built: ConversationRequest,
  version: Version,
  { client, clock, log }: AskDeps,
  signal: AbortSignal,
): Promise<ModelTurn> {
  const collector: AnswerCollector = MODES[mode ?? DEFAULT_MODE].hasSteps
    ? new StepCollector({ onEvent: () => undefined })
    : new ContentCollector({ parts: [] }, () => undefined);
  const connections = { find: () => undefined };
  const run = new AnswerRun({ clock, log, connections, collector, onWait: () => undefined });
  const stop = (): void => run.stop();
  signal.addEventListener('abort', stop, { once: true });
  const prepared: Prepared = {
    operation: built.operation,
    input: built.input,
    version,
    mode,
    pieces: (options, onVectors) =>
      sendRequest(client, built, { ...options, onVectors, onProgress: () => undefined, clock }),
  };
  try {
    if (signal.aborted) stop();
    const outcome = await run.run({
      prepare: async () => prepared,
      recover: async (error) => {
        throw error;
      },
    });
    const sent = keptRequest(callInput(built).body, built.operation);
    return {
      id: newId(),
      role: 'model',
      content: run.content,
      model,
      version,
      outcome,
      sent,
      ...(mode && { mode }),
      ...run.extras,
    };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
