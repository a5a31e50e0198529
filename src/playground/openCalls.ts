import type { Message } from '../api/schema/infer';
import type { Turn } from './conversation';

export type FunctionCall = Message<'FunctionCall'>;

/** The calls of functions in the answer at the end that wait for their results, in its order; often none. */
export function openCalls(turns: readonly Turn[]): readonly FunctionCall[] {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return [];
  return (last.content.parts ?? []).flatMap(({ functionCall }) => functionCall ?? []);
}
