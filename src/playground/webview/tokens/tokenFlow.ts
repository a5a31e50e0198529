import type { Outcome } from '../../conversation';
import { fill } from '../fill';
import type { Format } from '../format';
import type { Strings } from '../../strings';

interface TextContext {
  readonly strings: Pick<Strings, 'tokenFlowOne' | 'tokenFlowMany'>;
  readonly format: Pick<Format, 'count'>;
}

/** What an answer took: `12 → 1 token`. */
export function tokenFlow(
  { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 }: NonNullable<Outcome['usage']>,
  { strings, format }: TextContext,
): string {
  const flow = answer === 1 ? strings.tokenFlowOne : strings.tokenFlowMany;
  return fill(flow, format.count(prompt), format.count(answer));
}
