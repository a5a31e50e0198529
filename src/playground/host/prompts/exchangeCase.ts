import * as l10n from '@vscode/l10n';
import { VERSIONS } from '../../../api/versions';
import type { PlainRequest } from '../../../api/request';
import { streamError, streamPieces } from '../../../api/streamDecoder';
import { placeholderFor, redactSecrets } from '../../../api/schema/secrets';
import { AppError, CancelledError } from '../../../base/errors';
import { isObject, isSameJson, items, type JsonObject, tryParse } from '../../../base/json';
import { programRequest } from '../../../service/sessionExchange';
import { findProgram } from '../../../service/sessionTraffic';
import type { TrafficLog } from '../../../service/trafficLog';
import { ShapeError } from '../../../webview/shape';
import type { Conversation, ModelTurn, Turn } from '../../../conversation/model/conversation';
import { withModeRequest } from '../../../conversation/model/modes';
import { promptFileName, type PromptFile } from '../../../conversation/model/promptFile';
import { settingsShape } from '../../../conversation/model/settings';
import { matchVariables, type Variables, withFilledTurns } from '../../../conversation/model/turns';
import { ContentCollector } from '../../../conversation/answer/answerCollector';
import { newId } from '../../../conversation/store/conversationFile';
import { newConversation } from '../../../conversation/store/transcript';
import { promptConversation, readPrompt } from '../../../conversation/prompts/readPrompt';
import type { PromptDeps } from './promptFiles';
import { saveTestCase } from './saveTestCase';

type Traffic = Pick<TrafficLog, 'find' | 'sessions'>;

interface ExchangeCaseDeps extends PromptDeps {
  readonly find: () => Promise<readonly string[]>;
}

export interface PromptExchange {
  readonly request: Pick<PlainRequest, 'body' | 'path' | 'version'>;
  readonly answer: string;
}

/** Returns a recorded request by ID. Undefined if the recording is incomplete. */
export function promptExchange(traffic: Traffic, id: number): PromptExchange | undefined {
  const own = traffic.find(id)?.recording;
  if (own) return { request: own.request, answer: own.responseText };
  const program = findProgram(traffic, id);
  const found = program && programRequest(program);
  if (!found) return undefined;
  const bytes = (program.wire?.pieces ?? []).map((piece) => piece.bytes);
  return { request: found.request, answer: Buffer.concat(bytes).toString('utf8') };
}

/**
 * Creates a test case from a recorded request, in the matching prompt file or a new one.
 * @throws AppError if the request isn't a model request
 * @throws CancelledError if dismissed
 */
export async function saveExchangeCase(
  exchange: PromptExchange | undefined,
  deps: ExchangeCaseDeps,
): Promise<void> {
  const { clock, prompts } = deps;
  const asked = exchangeConversation(exchange, clock.now());
  const found = await findPromptFiles(asked, deps);
  let conversation = asked;
  if (found.length > 0) {
    const chosen = await prompts.pick<Pick<ExchangePrompt, 'conversation'>>(
      {
        title: l10n.t('Save as Test Case'),
        placeholder: l10n.t('Select the prompt that was sent'),
      },
      [
        ...found.map((one) => ({
          label: promptFileName(one.uri),
          description: Object.values(one.variables).join(', '),
          value: one,
        })),
        { label: l10n.t('New Prompt File…'), value: { conversation: asked } },
      ],
    );
    if (!chosen) throw new CancelledError();
    ({ conversation } = chosen);
  }
  const session = {
    get conversation() {
      return conversation;
    },
    change(change: (before: Conversation) => Conversation) {
      conversation = change(conversation);
    },
  };
  await saveTestCase(deps, session);
}

/** Converts a recorded request and response to a conversation without a prompt file. Throws `AppError`. */
function exchangeConversation(exchange: PromptExchange | undefined, now: number): Conversation {
  const { body, path = '', version = VERSIONS[0] } = exchange?.request ?? {};
  const model = /\/((?:models|tunedModels)\/[^/:]+):/.exec(path)?.[1];
  if (!exchange || !body || model === undefined || !Array.isArray(body.contents)) {
    throw new AppError(
      'noPrompt',
      l10n.t('This request isn’t a generateContent or streamGenerateContent request.'),
      {
        hint: l10n.t('Test cases can be created only from these requests.'),
      },
    );
  }
  const { contents, model: _, ...sent } = body;
  // The result is saved in the workspace, so secrets become placeholders.
  const rest = redactSecrets(sent, 'GenerateContentRequest', placeholderFor);
  const turns = items(contents)
    .filter(isObject)
    .map((content) => turnOf(content, model, version));
  const answer = answerOf(exchange.answer);
  return {
    ...newConversation({ connection: '', model, settings: settingsOf(rest) }, now),
    turns: [...turns, { ...modelTurn(model, version), content: answer }],
  };
}

function modelTurn(model: string, version: ModelTurn['version']): Omit<ModelTurn, 'content'> {
  return {
    id: newId(),
    role: 'model',
    model,
    version,
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}

function turnOf(content: JsonObject, model: string, version: ModelTurn['version']): Turn {
  const parts = items(content.parts).filter(isObject);
  if (content.role === 'model') {
    return { ...modelTurn(model, version), content: { role: 'model', parts } };
  }
  return { id: newId(), role: 'user', content: { role: 'user', parts } };
}

function settingsOf(rest: JsonObject): Conversation['settings'] {
  try {
    return settingsShape.parse(withModeRequest({}, 'chat', rest), 'request');
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new AppError(
      'badRequest',
      l10n.t('This request can’t be saved as a prompt: {0}', error.message),
    );
  }
}

/** Parses the complete response from JSON or SSE. Throws `AppError` if truncated or ended by an error. */
function answerOf(text: string): ModelTurn['content'] {
  const failed = streamError(text);
  if (failed) {
    throw new AppError(
      'noAnswer',
      l10n.t('The response ended with an error: {0} {1}.', failed.httpStatus, failed.status),
      {
        hint: l10n.t(
          'The response is incomplete. Send the request again, and create a test case from the new response.',
        ),
      },
    );
  }
  const pieces = streamPieces(text).map(tryParse);
  const collector = new ContentCollector({ parts: [] }, () => undefined);
  try {
    for (const piece of pieces) collector.add(piece);
  } catch (error) {
    // Skips chunks that aren't responses.
    if (!(error instanceof AppError)) throw error;
  }
  const { content } = collector;
  if ((content.parts ?? []).length > 0) return content;
  throw new AppError('noAnswer', l10n.t('The response isn’t available for a test case.'), {
    hint: l10n.t(
      'The request has no response, or the response is too long for the Traffic view to store.',
    ),
  });
}

interface ExchangePrompt {
  readonly uri: string;
  readonly variables: Variables;
  readonly conversation: Conversation;
}

/** Returns prompt files that match the request, with their variable values. Skips unreadable files. */
async function findPromptFiles(
  asked: Conversation,
  { find, files, clock }: ExchangeCaseDeps,
): Promise<readonly ExchangePrompt[]> {
  const found: ExchangePrompt[] = [];
  for (const uri of await find()) {
    const text = await files.read(uri).catch(() => undefined);
    const prompt = text === undefined ? undefined : promptIn(text, uri);
    const variables = prompt && matchValues(prompt, asked);
    if (!prompt || !variables) continue;
    const place = { uri, sha256: '', connection: '', variables, now: clock.now() };
    const begun = withFilledTurns(promptConversation(prompt, [], place));
    const answer = asked.turns.slice(-1);
    found.push({ uri, variables, conversation: { ...begun, turns: [...begun.turns, ...answer] } });
  }
  return found;
}

function promptIn(text: string, uri: string): PromptFile | undefined {
  try {
    return readPrompt(text, promptFileName(uri));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Returns the variable values that make a prompt equal to the request's messages and system instruction. */
function matchValues(prompt: PromptFile, { turns, settings }: Conversation) {
  const sent = turns.slice(0, -1);
  if (sent.length !== prompt.messages.length) return undefined;
  const { systemInstruction = '' } = prompt.settings;
  let values = matchVariables(systemInstruction, settings.systemInstruction ?? '');
  for (const [at, message] of prompt.messages.entries()) {
    const { role, content } = sent[at] ?? {};
    const parts = content?.parts ?? [];
    const others = parts.filter(({ text }) => text === undefined);
    // Attachments are sent as parts before the text.
    const isAlike =
      role === message.role &&
      (message.attachments !== undefined || isSameJson(message.parts ?? [], others));
    if (!values || !isAlike) return undefined;
    const text = parts.map((part) => part.text ?? '').join('');
    values = matchVariables(message.text ?? '', text, values);
  }
  return values;
}
