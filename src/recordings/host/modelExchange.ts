import { ResponseAccumulator } from '../../api/accumulate';
import { stepsToContents, toGenerateContent } from '../../api/interactions/generateContent/convert';
import { InteractionAccumulator } from '../../api/interactions/accumulate';
import { camelCased } from '../../api/schema/camelCased';
import { INTERACTION_COUNTS } from '../../base/tokenUsage';
import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
} from '../../base/json';
import type { Exchange, RecordedResponse } from '../exchange';
import { chatAnswer, chatRequest } from './chatCompletions';

/** A model request and response in terms of generateContent. */
export interface ModelExchange {
  readonly form: 'generate' | 'interaction' | 'chat' | 'live';
  /** Model ID without `models/`. Empty for agents. */
  readonly model: string;
  readonly request: JsonObject;
  /** Whether the server has the earlier turns. */
  readonly goesOn?: true;
  /** The combined response. Undefined if the API returned an error. */
  readonly answer?: JsonObject;
  /** Text chunks if the stream has only text, otherwise all parts. */
  readonly pieces: readonly JsonObject[];
}

const GENERATES = /\.(?:g|streamG)enerateContent$/;
const CHAT = '/openai/chat/completions';

/** Converts a model request and its response. Undefined for other API methods. */
export function toModelExchange({
  operation,
  request,
  answer,
}: Exchange): ModelExchange | undefined {
  const { body, path } = request;
  if (body.kind !== 'json' || !isObject(body.json)) return undefined;
  const isGood = answer.status >= 200 && answer.status < 300;
  const messages = isGood ? findMessages(answer) : [];
  if (path.endsWith(CHAT)) {
    const said = isGood ? chatAnswer(messages) : undefined;
    return {
      ...{ form: 'chat', model: idOf(textAt(body.json, 'model')), request: chatRequest(body.json) },
      ...(said && { answer: said }),
      pieces: said ? partsOf(said) : [],
    };
  }
  if (operation === 'interactions.create') return interactionExchange(body.json, messages, isGood);
  if (!GENERATES.test(operation)) return undefined;
  const { model: _model, ...asked } = camelCased(body.json);
  const [, model = ''] = /\/((?:models|tunedModels|dynamic)\/[^:/]+):/.exec(path) ?? [];
  const accumulator = new ResponseAccumulator();
  for (const message of messages) accumulator.add(message);
  return {
    ...{ form: 'generate', model: idOf(model), request: asked },
    ...(isGood && { answer: accumulator.answer() }),
    pieces: messages.flatMap(partsOf),
  };
}

function interactionExchange(
  body: JsonObject,
  messages: readonly JsonObject[],
  isGood: boolean,
): ModelExchange {
  const { model } = body;
  const name = typeof model === 'string' ? idOf(model) : '';
  const { body: request } = toGenerateContent(body);
  const goesOn = textAt(body, 'previous_interaction_id') !== '';
  const asked = {
    ...({ form: 'interaction', model: name, request } as const),
    ...(goesOn && { goesOn }),
  };
  if (!isGood) return { ...asked, pieces: [] };
  const [first] = messages;
  const isStream = typeof first?.event_type === 'string';
  const accumulator = new InteractionAccumulator();
  if (isStream) for (const event of messages) accumulator.add(event);
  const whole = isStream ? (accumulator.interaction() as JsonObject) : (first ?? {});
  const said = items(whole.steps)
    .filter(isObject)
    .filter((step) => textAt(step, 'type') !== 'user_input');
  const { contents } = stepsToContents(said);
  const parts = contents.flatMap(({ parts }) => items(parts)).filter(isObject);
  const answer: JsonObject = {
    candidates: [
      { content: { role: 'model', parts: parts as readonly JsonValue[] }, ...sourcesIn(said) },
    ],
    usageMetadata: usageOf(objectAt(whole, 'usage')),
    ...(typeof whole.status === 'string' && whole.status !== '' && { status: whole.status }),
  };
  const texts = messages.flatMap((event) => {
    const { delta } = event;
    return isObject(delta) && delta.type === 'text' ? [textAt(delta, 'text')] : [];
  });
  const plain = parts.filter((part) => textAt(part, 'text') !== '' && part.thought !== true);
  const isText = plain.length === parts.length && texts.length > 0;
  const isSame = plain.map((part) => textAt(part, 'text')).join('') === texts.join('');
  return {
    ...{ ...asked, answer },
    pieces: isText && isSame ? texts.map((text) => ({ text })) : parts,
  };
}

function sourcesIn(steps: readonly JsonObject[]): JsonObject {
  const cited = steps
    .flatMap(({ content }) => items(content).filter(isObject))
    .flatMap(({ annotations }) => items(annotations).filter(isObject))
    .filter(({ type }) => type === 'url_citation')
    .map((one) => ({ web: { uri: textAt(one, 'url'), title: textAt(one, 'title') } }));
  const byAddress = new Map(cited.map((one) => [one.web.uri, one]));
  if (cited.length === 0) return {};
  return { groundingMetadata: { groundingChunks: [...byAddress.values()] } };
}

function usageOf(usage: JsonObject): JsonObject {
  return Object.fromEntries(
    INTERACTION_COUNTS.flatMap(([name, own]) => {
      const count = usage[name];
      return typeof count === 'number' && count > 0 ? [[own, count]] : [];
    }),
  );
}

function findMessages({ body, stream }: RecordedResponse): readonly JsonObject[] {
  const all: readonly unknown[] = stream
    ? stream.events.map(({ data }) => (data && 'json' in data ? data.json : undefined))
    : body.kind === 'json'
      ? [body.json]
      : [];
  return all.filter(isObject);
}

function partsOf(message: JsonObject): readonly JsonObject[] {
  const [first] = items(message.candidates).filter(isObject);
  return items(objectAt(first ?? {}, 'content').parts).filter(isObject);
}

const idOf = (model: string): string => model.replace(/^models\//, '');
