import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { isObject, objectAt } from '../../base/json';
import type { Conversation, ModelTurn, Turn } from './conversation';
import { itemsOf } from './requestFields';
import { isLeftOut, isResult } from './turns';

/** What is known of a conversation that something is asked in. */
export type Sender = Pick<
  Conversation,
  'model' | 'settings' | 'turns' | 'variables' | 'mode' | 'oneText'
> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/** A conversation as the bodies of requests are made of it. */
export interface RequestContext extends Sender {
  readonly version: Version;
  /** The request without what the turns make of it. */
  readonly rest: JsonObject;
  /** The last message: what is asked, or each text that becomes a vector. */
  readonly texts: readonly string[];
}

const DEFAULT_ANSWER_STYLE = 'ABSTRACTIVE';

/** The turns of a chat, without the texts that were turned into vectors, and without what came of them. */
export function chatTurns(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(isEmbedded)) return turns;
  return turns.filter((turn, index) => {
    const next = turns[index + 1];
    return !isEmbedded(turn) && !(turn.role === 'user' && next && isEmbedded(next));
  });
}

/** The last message, and what was answered to it already. */
export function lastMessage(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return turns.slice(Math.max(last, 0));
}

export function textBody({ rest, texts }: RequestContext): JsonObject {
  return { ...rest, prompt: { ...objectAt(rest, 'prompt'), text: texts[0] ?? '' } };
}

/** Messages with their authors; neighbours of one author become one, for the roles have to alternate. */
export function messageBody({ rest, turns }: RequestContext): JsonObject {
  const messages: { role: Turn['role']; author: string | undefined; texts: string[] }[] = [];
  for (const turn of sentTurns(turns)) {
    const author = turn.role === 'user' ? turn.author : authorOf(turn);
    const last = messages.at(-1);
    if (last?.role === turn.role && last.author === author) last.texts.push(...textsOf(turn));
    else messages.push({ role: turn.role, author, texts: [...textsOf(turn)] });
  }
  const sent = messages.map(({ author, texts }) => ({
    ...(author !== undefined && { author }),
    content: texts.join('\n'),
  }));
  return { ...rest, prompt: { ...withExamples(objectAt(rest, 'prompt')), messages: sent } };
}

/** Examples that are not written yet are none. */
function withExamples({ examples, ...rest }: JsonObject): JsonObject {
  const written = itemsOf(examples).filter((example) => {
    if (!isObject(example)) return true;
    return ['input', 'output'].some((side) => objectAt(example, side).content !== '');
  });
  return written.length === 0 ? rest : { ...rest, examples: written };
}

/** Who said an answer, as the service named it; legacy chats only. */
function authorOf({ answer, chosen = 0 }: ModelTurn): string | undefined {
  const found = itemsOf(answer?.candidates)[chosen];
  return isObject(found) && typeof found.author === 'string' ? found.author : undefined;
}

/** The question comes last. A corpus or document goes before passages, as only one of them can be sent. */
export function answerBody({ rest, turns, texts }: RequestContext): JsonObject {
  const { semanticRetriever, inlinePassages, ...others } = rest;
  const contents = sentTurns(turns).map((turn) => ({
    role: turn.role,
    parts: textsOf(turn).map((text) => ({ text })),
  }));
  const query = { parts: [{ text: texts[0] ?? '' }] };
  return {
    answerStyle: DEFAULT_ANSWER_STYLE,
    ...others,
    ...(isObject(semanticRetriever)
      ? { semanticRetriever: { query, ...semanticRetriever } }
      : isObject(inlinePassages) && { inlinePassages: withWrittenPassages(inlinePassages) }),
    contents,
  };
}

/** Passages that are not written yet are no sources. */
function withWrittenPassages({ passages, ...rest }: JsonObject): JsonObject {
  const written = itemsOf(passages).filter((passage) => {
    if (!isObject(passage)) return true;
    const parts = itemsOf(objectAt(passage, 'content').parts);
    return parts.some((part) => isObject(part) && part.text !== '');
  });
  return { ...rest, passages: written };
}

export function embedBody({ rest, texts }: RequestContext): JsonObject {
  return { ...rest, content: { parts: [{ text: texts[0] ?? '' }] } };
}

/** Each inner request has to name the model again. */
export function batchEmbedBody({ rest, texts, model }: RequestContext): JsonObject {
  const requests = texts.map((text) => ({ ...rest, model, content: { parts: [{ text }] } }));
  return { requests };
}

/** Instructions, tools and schemas count too, so all of a request goes to be counted. */
export function countWholeRequest(model: string, body: JsonObject): JsonObject {
  return { generateContentRequest: { model, ...body } };
}

/** Of a legacy request only the prompt can be counted. */
export function countPrompt(_model: string, body: JsonObject): JsonObject {
  return { prompt: objectAt(body, 'prompt') };
}

/** What was said in a turn, part by part; thoughts and what was attached aside. */
export function textsOf(turn: Turn | undefined): readonly string[] {
  const attached = turn?.role === 'user' ? (turn.attached ?? []) : [];
  return (turn?.content.parts ?? []).flatMap(({ text = '', thought }, index) =>
    text === '' || thought || attached.some(({ part }) => part === index) ? [] : [text],
  );
}

/** Turns with something said in them, without messages that the service refused or that have no answer. */
function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const said = chatTurns(turns);
  return said.filter(
    (turn, index) => textsOf(turn).length > 0 && !isLeftOut(turn, said[index + 1]),
  );
}

function isEmbedded(turn: Turn): boolean {
  return turn.role === 'model' && turn.mode === 'embed';
}
