import * as l10n from '@vscode/l10n';
import { canonicalCodes } from '../../api/errors/decode';
import { isOperationId } from '../../api/operations';
import { AppError } from '../../base/errors';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import { changeText, type Exchange, type RecordedRequest } from '../exchange';
import { expandPlaceholders } from '../pathPlaceholders';
import type { UnmatchedExchange } from '../saveExchange';
import { findSecret } from '../secrets';
import { type LiveTurn, liveTurns } from './liveConversation';
import { modelConditions, plainConditions } from './ruleConditions';
import { type ModelExchange, toModelExchange } from './modelExchange';
import { USAGE } from './exchangeText';

interface CreatedRules {
  readonly rules: readonly JsonObject[];
  readonly leftOut: number;
}

/**
 * Creates mocks that reproduce a recording: one per request, or one per Live API turn. Throws `AppError` if
 * no mock can.
 */
export function createRules(exchange: Exchange): CreatedRules {
  const { operation, talk } = exchange;
  if (talk && operation !== 'live.bidiGenerateMusic') return rulesOfTurns(liveTurns(talk));
  const spoken = toModelExchange(exchange);
  const rule = spoken ? createModelRule(spoken, () => errorOf(exchange)) : plainRule(exchange);
  return { rules: [rule], leftOut: 0 };
}

/** Mocks can't match speech without text, nor return audio without a transcription. */
function rulesOfTurns(turns: readonly LiveTurn[]): CreatedRules {
  const told = turns.filter(({ isHeard, isSound }) => !isHeard && !isSound);
  const leftOut = turns.length - told.length;
  if (told.length > 0) {
    const rules = told.map((turn) => createModelRule(turn, () => refusalOf(turn)));
    return { rules, leftOut };
  }
  throw leftOut > 0
    ? noRule(l10n.t('Can’t create a mock: the session has no typed message with a text response.'))
    : noRule(l10n.t('Can’t create a mock: the session has no response.'));
}

/** Returns the error that makes the emulator close the session with the same code. */
function refusalOf({ refusal: { code, reason } = { code: 0, reason: '' } }: LiveTurn): JsonObject {
  const names: { readonly [code: number]: string } = {
    1007: 'INVALID_ARGUMENT',
    1008: 'PERMISSION_DENIED',
    1011: /quota/i.test(reason) ? 'RESOURCE_EXHAUSTED' : 'INTERNAL',
  };
  const error = names[code] ?? 'UNAVAILABLE';
  return withoutTemplates({ error, ...(reason !== '' && { message: reason }) });
}

function createModelRule(spoken: ModelExchange, refused: () => JsonObject): JsonObject {
  const { answer, pieces } = spoken;
  const when = modelConditions(spoken);
  if (!answer) return { when, response: refused() };
  const said = answerOf(answer, pieces);
  return { when, response: withoutTemplates(said) };
}

function answerOf(answer: JsonObject, pieces: readonly JsonObject[]): JsonObject {
  const { promptFeedback } = answer;
  const candidates = items(answer.candidates).filter(isObject);
  const usage = objectAt(answer, 'usageMetadata');
  const counts = USAGE.flatMap(([own, written]) => {
    const count = usage[own];
    return typeof count === 'number' && count > 0 ? [[written, count] as const] : [];
  });
  const counted = counts.length > 0 ? { usage: Object.fromEntries(counts) } : {};
  if (isObject(promptFeedback) && candidates.length === 0) return { promptFeedback, ...counted };
  const [only] = candidates;
  if (!only || candidates.length > 1) {
    return { candidates: candidates.map((one) => saidBy(one, partsOf(one))), ...counted };
  }
  return { ...saidBy(only, pieces), ...counted };
}

const partsOf = (candidate: JsonObject): readonly JsonObject[] =>
  items(objectAt(candidate, 'content').parts).filter(isObject);

function saidBy(candidate: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const pieces = parts.flatMap(pieceOf);
  const [only] = pieces;
  const finish = textAt(candidate, 'finishReason');
  const message = textAt(candidate, 'finishMessage');
  // A string is easier to edit than a list with one chunk.
  const isText = pieces.length === 1 && typeof only?.text === 'string';
  return {
    ...(pieces.length === 0 ? { text: '' } : isText ? { text: only.text ?? '' } : { pieces }),
    ...groundingOf(candidate),
    ...(finish !== '' && finish !== 'STOP' && { finish }),
    ...(message !== '' && { finishMessage: message }),
  };
}

/** Converts a part to a chunk. Omits thought signatures, because the emulator generates them. */
function pieceOf({ thoughtSignature: _signature, ...part }: JsonObject): readonly JsonObject[] {
  const { text, thought, functionCall } = part;
  if (typeof text === 'string') {
    if (text === '') return [];
    return [thought === true ? { thought: text } : { text }];
  }
  if (isObject(functionCall)) {
    const { name = '', args, id } = functionCall;
    const call = { name, ...(isObject(args) && { args }), ...(id !== undefined && { id }) };
    return [{ call }];
  }
  return Object.keys(part).length === 0 ? [] : [{ part }];
}

function groundingOf(candidate: JsonObject): JsonObject {
  const { webSearchQueries, groundingChunks } = objectAt(candidate, 'groundingMetadata');
  const queries = items(webSearchQueries).filter((query) => typeof query === 'string');
  const sources = items(groundingChunks)
    .filter(isObject)
    .flatMap(({ web }) => (isObject(web) ? [named(web, ['uri', 'title'])] : []));
  const cited = items(objectAt(candidate, 'citationMetadata').citationSources)
    .filter(isObject)
    .map((source) => named(source, ['uri', 'license']));
  return {
    ...((queries.length > 0 || sources.length > 0) && {
      grounding: {
        ...(queries.length > 0 && { queries }),
        ...(sources.length > 0 && { sources }),
      },
    }),
    ...(cited.length > 0 && { citations: cited }),
  };
}

function named(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textAt(value, name);
      return text === '' ? [] : [[name, text]];
    }),
  );
}

function errorOf({ answer: { status, body } }: Exchange): JsonObject {
  const error = body.kind === 'json' && isObject(body.json) ? objectAt(body.json, 'error') : {};
  const name = textAt(error, 'status');
  const message = textAt(error, 'message');
  const details = items(error.details).filter(isObject);
  const delay = details.map((detail) => textAt(detail, 'retryDelay')).find((text) => text !== '');
  if (status < 400)
    throw noRule(l10n.t('The recorded response is neither a model response nor an error.'));
  return withoutTemplates({
    error: canonicalCodes.has(name) ? name : status,
    ...(message !== '' && { message }),
    ...(delay !== undefined && { retryDelay: delay }),
  });
}

/** Creates a mock for a non-model method that matches an equal body and returns the recorded response. */
function plainRule({ operation, request, answer, talk }: Exchange): JsonObject {
  if (!isOperationId(operation) || talk) {
    throw noRule(l10n.t('Mocks support only API methods, not music sessions.'));
  }
  const when = plainConditions(operation, request);
  if (answer.status >= 400) return { when, response: errorOf({ operation, request, answer }) };
  if (answer.body.kind !== 'json' || !isObject(answer.body.json)) {
    throw noRule(l10n.t('The recorded response isn’t a JSON object.'));
  }
  return { when, response: withoutTemplates({ raw: answer.body.json }) };
}

function noRule(message: string): AppError<'noRule'> {
  return new AppError('noRule', message, {
    hint: l10n.t('To use this response, replay the recording in Replay mode.'),
  });
}

const expandForUser = (text: string): string =>
  expandPlaceholders(text, { cwd: '.', home: '~', service: '{{service}}' });

/** Splits texts so that nothing is parsed as `{{template}}`. Throws `AppError` if impossible. */
function withoutTemplates(recorded: JsonObject): JsonObject {
  // Replaces local paths, because apps derive them from their own folder.
  const answer = changeText(recorded, expandForUser) as JsonObject;
  if (!JSON.stringify(answer).includes('{{')) return answer;
  const { text, pieces, ...rest } = answer;
  const said = typeof text === 'string' ? [{ text }] : items(pieces).filter(isObject);
  const split = said.flatMap((piece): readonly JsonObject[] => {
    const [name] = ['text', 'thought'].filter((one) => typeof piece[one] === 'string');
    if (name === undefined) return [piece];
    const parts = textAt(piece, name).split(/(?<=\{)(?=\{)/);
    return parts.map((part) => ({ ...piece, [name]: part }));
  });
  const safe = { ...rest, ...(split.length > 0 && { pieces: split }) };
  if (!JSON.stringify(safe).includes('{{')) return safe;
  throw noRule(l10n.t('The recorded response contains {{…}}, which mocks treat as a template.'));
}

/**
 * Creates a mock for an unmatched request, with conditions like a recording's and a response to fill in.
 * Throws `AppError` if no mock can match, or if the mock would contain a secret.
 */
export function createRuleForUnmatched(
  { operation, request, credentials }: UnmatchedExchange,
  { redact }: { readonly redact: (text: string) => string },
): JsonObject {
  const rule = ruleFor(operation, request);
  const text = JSON.stringify(rule);
  const found = findSecret({ text, parts: new Map() }, credentials);
  if (!found && redact(text) === text) return rule;
  const where = found?.where ?? l10n.t('the request');
  throw new AppError('hasSecret', l10n.t('There is a credential in {0}.', where), {
    hint: l10n.t('Nothing was written.'),
  });
}

function ruleFor(operation: string, request: RecordedRequest): JsonObject {
  const answer = { status: 404, headers: {}, body: { kind: 'none' } } as const;
  const spoken = toModelExchange({ operation, request, answer });
  if (spoken) {
    return {
      when: modelConditions(spoken),
      response: { text: l10n.t('Write the response here.') },
    };
  }
  if (isOperationId(operation)) {
    return { when: plainConditions(operation, request), response: { raw: {} } };
  }
  throw new AppError('noRule', l10n.t('Mocks support only Gemini API methods.'), {
    hint: l10n.t('Record the request instead.'),
  });
}
