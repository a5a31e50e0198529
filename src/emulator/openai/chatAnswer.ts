import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Reply, Step } from '../call';

type Response = Message<'GenerateContentResponse'>;
type Candidate = Message<'Candidate'>;
type Part = Message<'Part'>;
type Chosen = Message<'LogprobsResult.Candidate'>;

interface ChunkHeader {
  readonly model: string;
  /** In seconds since 1970. */
  readonly created: number;
  readonly hasUsage: boolean;
}

const FINISHES: { readonly [reason: string]: string } = { STOP: 'stop', MAX_TOKENS: 'length' };

export function toChunks(reply: Reply, told: ChunkHeader): Reply {
  const called = new Map<number, number>();
  const steps = reply.steps.flatMap((step, at): Step[] => {
    const response = step.message as Response;
    const choices = candidatesIn(response).map((candidate) => {
      const index = candidate.index ?? 0;
      const before = called.get(index) ?? 0;
      const { message, calls } = messageOf(candidate, before);
      called.set(index, before + calls);
      const role = at === 0 ? { role: 'assistant' } : {};
      const logprobs = logprobsOf(candidate);
      return {
        ...{ index, delta: { ...role, ...message } },
        finish_reason: finishOf(candidate, called),
        ...(logprobs && { logprobs }),
      };
    });
    const chunk = { ...headOf(response, told, 'chat.completion.chunk'), choices };
    const isLast = at === reply.steps.length - 1;
    const usage = { ...chunk, choices: [], usage: usageOf(response) };
    const last = isLast && told.hasUsage ? [{ message: usage, tokens: 0 }] : [];
    return [{ ...step, message: chunk }, ...last];
  });
  return { ...reply, steps, form: 'chat' };
}

export function toCompletion(reply: Reply, told: ChunkHeader): Reply {
  const steps = reply.steps.map((step): Step => {
    const response = step.message as Response;
    const choices = candidatesIn(response).map((candidate) => {
      const { message, calls } = messageOf(candidate, 0);
      const index = candidate.index ?? 0;
      const finish = finishOf(candidate, new Map([[index, calls]]));
      return {
        index,
        message: { role: 'assistant', content: null, ...message },
        finish_reason: finish,
        logprobs: logprobsOf(candidate) ?? null,
      };
    });
    const usage = usageOf(response);
    return { ...step, message: { ...headOf(response, told, 'chat.completion'), choices, usage } };
  });
  return { ...reply, steps };
}

/** Chat completions have no prompt feedback: a blocked prompt becomes a blocked candidate. */
function candidatesIn({ candidates = [], promptFeedback }: Response): readonly Candidate[] {
  const isBlocked = promptFeedback?.blockReason !== undefined && candidates.length === 0;
  return isBlocked ? [{ finishReason: 'SAFETY' }] : candidates;
}

function headOf(
  { responseId = '' }: Response,
  { model, created }: ChunkHeader,
  object: string,
): JsonObject {
  return { id: `chatcmpl-${responseId}`, object, created, model };
}

function messageOf(
  candidate: Candidate,
  before: number,
): { readonly message: JsonObject; readonly calls: number } {
  const parts = candidate.content?.parts ?? [];
  const shown = parts.filter(({ text, thought }) => text !== undefined && thought !== true);
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
  const text = shown.map((part) => part.text).join('');
  return {
    message: {
      ...(shown.length > 0 ? { content: text } : {}),
      ...(calls.length > 0
        ? { tool_calls: calls.map((part, at) => callOf(part, before + at)) }
        : {}),
    },
    calls: calls.length,
  };
}

function logprobsOf({ logprobsResult }: Candidate): JsonObject | undefined {
  const { chosenCandidates = [], topCandidates = [] } = logprobsResult ?? {};
  if (chosenCandidates.length === 0) return undefined;
  const shown = ({ token = '', logProbability = 0 }: Chosen): JsonObject => ({
    ...{ token, logprob: logProbability, bytes: [...Buffer.from(token)] },
  });
  const content = chosenCandidates.map((chosen, at) => ({
    ...shown(chosen),
    top_logprobs: (topCandidates[at]?.candidates ?? []).map(shown),
  }));
  return { content, refusal: null };
}

function callOf({ functionCall, thoughtSignature }: Part, index: number): JsonObject {
  const { id = '', name = '', args = {} } = functionCall ?? {};
  return {
    index,
    id: id === '' ? `call-${index}` : id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
    ...(thoughtSignature === undefined
      ? {}
      : { extra_content: { google: { thought_signature: thoughtSignature } } }),
  };
}

function finishOf(
  { finishReason, index = 0 }: Candidate,
  calls: ReadonlyMap<number, number>,
): string | null {
  if (finishReason === undefined) return null;
  if (finishReason === 'STOP' && (calls.get(index) ?? 0) > 0) return 'tool_calls';
  return FINISHES[finishReason] ?? 'content_filter';
}

function usageOf({ usageMetadata = {} }: Response): JsonObject {
  const {
    promptTokenCount = 0,
    candidatesTokenCount = 0,
    thoughtsTokenCount = 0,
    totalTokenCount = 0,
    cachedContentTokenCount = 0,
  } = usageMetadata;
  return {
    prompt_tokens: promptTokenCount,
    completion_tokens: candidatesTokenCount + thoughtsTokenCount,
    total_tokens: totalTokenCount,
    prompt_tokens_details: { cached_tokens: cachedContentTokenCount },
    completion_tokens_details: { reasoning_tokens: thoughtsTokenCount },
  };
}
