import * as l10n from '@vscode/l10n';
import type { Client } from '../api/call';
import type { Version } from '../api/versions';
import type { Clock } from '../base/clock';
import { errorMessage, CancelledError, AppError } from '../base/errors';
import { ContentCollector, StepCollector } from '../conversation/answer/answerCollector';
import { type AnswerCollector } from '../conversation/answer/turnResult';
import { type PreparedRequest, AnswerRun } from '../conversation/answer/answerRun';
import {
  bodyToShow,
  sendRequest,
  requestToSave,
  type ConversationRequest,
  conversationRequest,
  callInput,
  validateMessage,
  requireSendable,
} from '../conversation/request/conversationRequest';
import { newId } from '../conversation/store/conversationFile';
import { withSavedResults } from '../conversation/session/followUps';
import { unknownModel, modelInfo, missingFeatures } from '../conversation/request/modelFacts';
import { promptConversation } from '../conversation/prompts/readPrompt';
import { versionOf } from '../conversation/request/resolveTarget';
import {
  type ModelTurn,
  type KeptAttachment,
  DEFAULT_MODE,
  type Conversation,
} from '../conversation/model/conversation';
import { MODES } from '../conversation/model/modes';
import type { ModelInfo } from '../conversation/model/protocol';
import { MAX_AUTOMATIC_ROUNDS, withFilledTurns, type Variables } from '../conversation/model/turns';
import type { PromptSource } from './plan';

export interface AskDeps {
  readonly client: Client;
  readonly clock: Clock;
  /** Logs API methods and errors, never secrets. */
  readonly log: { warn(line: string): void };
}

interface Question {
  readonly source: PromptSource;
  readonly variables: Variables;
  readonly attached: readonly (readonly KeptAttachment[])[];
  /** Text that is the response. Nothing is sent then. */
  readonly response?: string | undefined;
}

export interface CompletedPrompt {
  readonly conversation: Conversation;
  /** All new model turns; several if functions were called automatically. */
  readonly answers: readonly ModelTurn[];
  /** Secrets are replaced by placeholders. */
  readonly request: Pick<ConversationRequest, 'operation' | 'input'>;
  readonly version: Version;
}

/** Model info of a client. Each model is fetched once. */
export class KnownModels {
  readonly #deps: AskDeps;
  readonly #known = new Map<string, Promise<ModelInfo>>();

  constructor(deps: AskDeps) {
    this.#deps = deps;
  }

  /** Uses the default for unknown models. */
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
      log.warn(`${operation}: ${errorMessage(error)}`);
      return unknownModel(name);
    }
  }
}

/** Builds the playground's request for a prompt. Throws `AppError` if not possible. */
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
 * Runs a prompt, continuing automatically while all called functions have saved results. Errors are in the last turn's
 * outcome. Throws `AppError` if the prompt can't be sent, and `CancelledError`.
 */
export async function askModel(
  question: Question,
  models: KnownModels,
  deps: AskDeps,
  signal: AbortSignal,
  onSending: (request: CompletedPrompt['request']) => Promise<void>,
): Promise<CompletedPrompt> {
  const model = await models.find(question.source.prompt.model, signal);
  const begun = buildQuestion(question, model, deps);
  const { version } = begun;
  let { conversation } = begun;
  let first: CompletedPrompt['request'] | undefined;
  const answers: ModelTurn[] = [];
  for (let round = 0; ; round++) {
    const target = {
      version,
      methods: model.methods,
      lacking: missingFeatures(model),
      stored: false,
    };
    const request = conversationRequest(conversation, target);
    if (request.input.body.store === true) {
      throw new AppError(
        'needsKeeping',
        l10n.t('Agents require interactions to be stored on the server.'),
      );
    }
    if (question.response !== undefined) {
      const answer = fixedAnswer(question.response, conversation, version);
      return { conversation, answers: [answer], request: withoutSecretsOf(request), version };
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

function fixedAnswer(text: string, { model }: Conversation, version: Version): ModelTurn {
  const content = { role: 'model', parts: [{ text }] };
  const outcome = { verdict: 'complete', durationMs: 0, usage: { totalTokenCount: 0 } } as const;
  return { id: newId(), role: 'model', content, model, version, outcome };
}

/** Redacts secrets, as reports and workspace functions receive the request. */
function withoutSecretsOf({
  operation,
  input,
}: CompletedPrompt['request']): CompletedPrompt['request'] {
  return { operation, input: { ...input, body: bodyToShow(input.body, operation) } };
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
  const prepared: PreparedRequest = {
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
    const sent = requestToSave(callInput(built).body, built.operation);
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
