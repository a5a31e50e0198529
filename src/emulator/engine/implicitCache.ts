import type { Message } from '../../api/schema/infer';
import type { Caller } from '../caller';
import { digest } from '../digest';
import type { ModelSeed } from '../models';
import type { World } from '../world';
import { countPrompt, type ModalityCount } from './usage';

type Request = Message<'GenerateContentRequest'>;

/** Characters of a long text that are found or not found as a whole. */
const PIECE = 1024;
/** A beginning of a prompt, and what it adds to the one before it. */
interface Beginning {
  readonly key: string;
  readonly counts: readonly ModalityCount[];
}

/**
 * Tokens of a prompt that the service has cached by itself, by modality; from now on all of it was sent. A prompt that
 * begins as one before it, of the same caller to the same model, is cached as far as the two are alike, once that is as
 * long as the model asks for. Which models do it, and from how many tokens on, is in the pack.
 */
export function takeImplicit(
  { sentBeginnings }: Pick<World, 'sentBeginnings'>,
  caller: Caller,
  { model, packed }: ModelSeed,
  request: Request,
): readonly ModalityCount[] {
  const least = packed?.cacheMinimum;
  // What names a cache has its beginning there.
  if (least === undefined || request.cachedContent !== undefined) return [];
  const beginnings = beginningsOf([caller, model.name], request);
  const fresh = beginnings.findIndex(({ key }) => !sentBeginnings.has(key));
  // The model reads the end of a prompt in any case.
  const known = beginnings.slice(0, fresh < 0 ? -1 : fresh);
  sentBeginnings.add(beginnings.map(({ key }) => key));
  const found = sum(known.flatMap(({ counts }) => counts));
  const total = found.reduce((all, { tokenCount }) => all + tokenCount, 0);
  return total < least ? [] : found;
}

/** The beginnings of a prompt, each longer than the one before it; the last is all of it. */
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
        // A word that is cut in two would count as more.
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
