import { isObject, items, objectAt } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { isLeftOut, isResult } from '../../turns';
import type { ModelTurn, Turn } from '../../conversation';
import { textsOf, type Asked } from './asked';

const STYLE = 'ABSTRACTIVE';

/** The last message, and what was answered to it already. */
export function lastMessage(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return turns.slice(Math.max(last, 0));
}

export function textBody({ rest, texts }: Asked): JsonObject {
  return { ...rest, prompt: { ...objectAt(rest, 'prompt'), text: texts[0] ?? '' } };
}

/** Messages with their authors; neighbours of one author become one, for the roles have to alternate. */
export function messageBody({ rest, turns }: Asked): JsonObject {
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
  const written = items(examples).filter((example) => {
    if (!isObject(example)) return true;
    return ['input', 'output'].some((side) => objectAt(example, side).content !== '');
  });
  return written.length === 0 ? rest : { ...rest, examples: written as JsonObject[] };
}

/** Who said an answer, as the service named it; legacy chats only. */
export function authorOf({ answer, chosen = 0 }: ModelTurn): string | undefined {
  const candidates = answer?.candidates;
  const found: unknown = Array.isArray(candidates) ? candidates[chosen] : undefined;
  return isObject(found) && typeof found.author === 'string' ? found.author : undefined;
}

/** The question comes last. A corpus or document goes before passages, as only one of them can be sent. */
export function answerBody({ rest, turns, texts }: Asked): JsonObject {
  const { semanticRetriever, inlinePassages, ...others } = rest;
  const contents = sentTurns(turns).map((turn) => ({
    role: turn.role,
    parts: textsOf(turn).map((text) => ({ text })),
  }));
  const query = { parts: [{ text: texts[0] ?? '' }] };
  return {
    answerStyle: STYLE,
    ...others,
    ...(isObject(semanticRetriever)
      ? { semanticRetriever: { query, ...semanticRetriever } }
      : isObject(inlinePassages) && { inlinePassages: withWords(inlinePassages) }),
    contents,
  };
}

/** Passages that are not written yet are no sources. */
function withWords({ passages, ...rest }: JsonObject): JsonObject {
  const written = items(passages).filter((passage) => {
    if (!isObject(passage)) return true;
    const parts = items(objectAt(passage, 'content').parts);
    return parts.some((part) => isObject(part) && part.text !== '');
  });
  return { ...rest, passages: written as JsonObject[] };
}

export function embedBody({ rest, texts }: Asked): JsonObject {
  return { ...rest, content: { parts: [{ text: texts[0] ?? '' }] } };
}

/** Each inner request has to name the model again. */
export function batchEmbedBody({ rest, texts, model }: Asked): JsonObject {
  const requests = texts.map((text) => ({ ...rest, model, content: { parts: [{ text }] } }));
  return { requests };
}

/** Turns with something said in them, without messages that the service refused or that have no answer. */
function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const said = spoken(turns);
  return said.filter((turn, index) => {
    return textsOf(turn).length > 0 && !isLeftOut(turn, said[index + 1]);
  });
}

/** Without the texts that were turned into vectors, and without what came of them. */
export function spoken(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(isEmbedded)) return turns;
  return turns.filter((turn, index) => {
    const next = turns[index + 1];
    return !isEmbedded(turn) && !(turn.role === 'user' && next && isEmbedded(next));
  });
}

function isEmbedded(turn: Turn): boolean {
  return turn.role === 'model' && turn.mode === 'embed';
}
