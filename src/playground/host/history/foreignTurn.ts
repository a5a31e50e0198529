import type { Message } from '../../../api/schema/infer';
import type { ModelTurn, Turn, UserTurn } from '../../conversation';
import { newId } from '../conversationFile';

type Parts = readonly Message<'Part'>[];

/** A message from elsewhere. */
export function foreignUserTurn(parts: Parts): UserTurn {
  return { id: newId(), role: 'user', content: { role: 'user', parts: [...parts] } };
}

/** An answer from elsewhere, of which no more is known than that it ended. */
export function foreignModelTurn(parts: Parts, model: string): ModelTurn {
  const outcome = { verdict: 'complete', durationMs: 0 } as const;
  const content = { role: 'model', parts: [...parts] };
  return { id: newId(), role: 'model', content, model, version: 'v1beta', outcome };
}

/** Adds parts to the last turn where it takes them, and begins another where it does not. */
export function addParts(
  turns: Turn[],
  parts: Parts,
  takes: (last: Turn) => boolean,
  begin: () => Turn,
): void {
  const last = turns.at(-1);
  if (!last || !takes(last)) {
    turns.push(begin());
    return;
  }
  const content = { ...last.content, parts: [...(last.content.parts ?? []), ...parts] };
  turns[turns.length - 1] = { ...last, content };
}
