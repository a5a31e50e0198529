import type { Message } from '../../api/schema/infer';
import type { Reply, Step } from '../call';

export function toUnaryReply({ steps, ...rest }: Reply): Reply {
  if (rest.isVerbatim && steps.length === 1) return { steps, ...rest };
  return { ...rest, steps: rest.accident || steps.length === 0 ? [] : [merge(steps)] };
}

type Response = Message<'GenerateContentResponse'>;
type Candidate = Message<'Candidate'>;
type Part = Message<'Part'>;

function merge(steps: readonly Step[]): Step {
  const responses = steps.map((step) => step.message as Response);
  const candidates = new Map<number, Candidate>();
  for (const candidate of responses.flatMap((response) => response.candidates ?? [])) {
    const index = candidate.index ?? 0;
    candidates.set(index, joinCandidates(candidates.get(index), candidate));
  }
  const sorted = [...candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate);
  // The last value of each field wins. Prompt feedback is only in the first chunk.
  const fields = responses.reduce<Response>((all, response) => ({ ...all, ...response }), {});
  const message = { ...fields, candidates: sorted.map(omitBlocked) };
  const waits = steps.reduce((sum, { after = 0 }) => sum + after, 0);
  return {
    message,
    tokens: steps.reduce((sum, { tokens, unseen = 0 }) => sum + unseen + tokens, 0),
    ...(waits > 0 ? { after: waits } : {}),
  };
}

function joinCandidates(before: Candidate | undefined, next: Candidate): Candidate {
  if (!before) return next;
  const parts = [...(before.content?.parts ?? [])];
  for (const part of next.content?.parts ?? []) {
    const last = parts.at(-1);
    if (last && continuesText(last, part)) {
      parts[parts.length - 1] = { ...last, ...part, text: `${last.text ?? ''}${part.text ?? ''}` };
    } else if (!isBlank(part) || parts.length === 0) {
      parts.push(part);
    }
  }
  const role = before.content?.role ?? next.content?.role ?? 'model';
  const content = parts.length > 0 ? { content: { parts, role } } : {};
  return { ...before, ...next, ...content };
}

function continuesText(last: Part, part: Part): boolean {
  return (
    last.text !== undefined &&
    part.text !== undefined &&
    (last.thought ?? false) === (part.thought ?? false) &&
    last.thoughtSignature === undefined
  );
}

/** Drops the empty text that closes a stream, unless it is the only part. */
function isBlank({ text, ...rest }: Part): boolean {
  return text === '' && Object.keys(rest).length === 0;
}

/** Blocked responses (safety or recitation) have no content if they aren't streamed. */
function omitBlocked(candidate: Candidate): Candidate {
  if (candidate.finishReason !== 'SAFETY' && candidate.finishReason !== 'RECITATION') {
    return candidate;
  }
  const { content, ...rest } = candidate;
  return content ? rest : candidate;
}
