import type { Message } from '../../api/schema/infer';
import type { Caller } from '../caller';
import { digest } from '../digest';
import type { ModelSeed } from '../models';
import type { HandlerContext } from '../handlerContext';
import { countPrompt, type ModalityCount } from './usage';

type Request = Message<'GenerateContentRequest'>;

/** Characters per block of long text. The cache matches complete blocks. */
const PIECE = 1024;
interface Beginning {
  readonly key: string;
  readonly counts: readonly ModalityCount[];
}

/**
 * Returns the implicitly cached tokens of a prompt by modality, and stores its prefixes.
 * Matches the longest known prefix of the same caller and model. The model pack has the minimum.
 */
export function takeImplicit(
  { sentBeginnings }: Pick<HandlerContext, 'sentBeginnings'>,
  caller: Caller,
  { model, packed }: ModelSeed,
  request: Request,
): readonly ModalityCount[] {
  const least = packed?.cacheMinimum;
  if (least === undefined || request.cachedContent !== undefined) return [];
  const beginnings = beginningsOf([caller, model.name], request);
  const fresh = beginnings.findIndex(({ key }) => !sentBeginnings.has(key));
  // The end of a prompt is never served from the cache.
  const known = beginnings.slice(0, fresh < 0 ? -1 : fresh);
  sentBeginnings.add(beginnings.map(({ key }) => key));
  const found = sum(known.flatMap(({ counts }) => counts));
  const total = found.reduce((all, { tokenCount }) => all + tokenCount, 0);
  return total < least ? [] : found;
}

function beginningsOf(
  start: unknown,
  { systemInstruction, tools, contents }: Request,
): Beginning[] {
  const beginnings: Beginning[] = [];
  let key = digest([start, tools ?? []]);
  const add = (role: unknown, part: Message<'Part'>): void => {
    key = digest([key, role, part]);
    beginnings.push({ key, counts: countPrompt({ contents: [{ parts: [part] }] }).details });
  };
  if (tools && tools.length > 0) beginnings.push({ key, counts: countPrompt({ tools }).details });
  const system = systemInstruction ? [{ ...systemInstruction, role: 'system' }] : [];
  for (const { role, parts = [] } of [...system, ...(contents ?? [])]) {
    for (const part of parts) {
      const { text = '' } = part;
      let at = 0;
      while (at + PIECE < text.length) {
        // Split at spaces: a split word would count as more tokens.
        const space = text.lastIndexOf(' ', at + PIECE);
        const end = space > at ? space : at + PIECE;
        add(role, { text: text.slice(at, end) });
        at = end;
      }
      add(at === 0 ? role : 'end', at === 0 ? part : { ...part, text: text.slice(at) });
    }
  }
  return beginnings;
}

function sum(counts: readonly ModalityCount[]): readonly ModalityCount[] {
  const byModality = new Map<string, number>();
  for (const { modality, tokenCount } of counts) {
    byModality.set(modality, (byModality.get(modality) ?? 0) + tokenCount);
  }
  return [...byModality].map(([modality, tokenCount]) => ({ modality, tokenCount }));
}
