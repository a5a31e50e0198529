import type { Message } from '../../api/schema/infer';
import { type Trigger, triggerArgument } from '../triggers';
import type { FinalStatus, Run, RunError, Step, Usage } from './run';

/** `INVALID_ARGUMENT` of `google.rpc.Code`. */
const REFUSED = 3;

type End = Pick<Run, 'status' | 'error' | 'steps'>;

const statuses: readonly FinalStatus[] = ['incomplete', 'budget_exceeded', 'failed'];

const blocked: { readonly [code: string]: string } = {
  safety: 'The response was blocked for safety.',
  recitation: 'The response was blocked because it recites protected content.',
  content_blocked: 'The request was blocked.',
};

/**
 * Returns the end of a run from the engine's finish reason or a trigger word.
 * @param hasCalls whether function results are required.
 */
export function endOf(
  { promptFeedback }: Message<'GenerateContentResponse'>,
  { finishReason = 'STOP' }: Message<'Candidate'>,
  triggers: readonly Trigger[],
  hasCalls: boolean,
): End {
  if (promptFeedback?.blockReason !== undefined) {
    return blockedEnd(codeOf(promptFeedback.blockReason));
  }
  const wanted = statuses.find((one) => one === triggerArgument(triggers, 'status'));
  if (wanted === 'failed') return failure('api_error', 'The interaction failed, as requested.');
  if (wanted) return { status: wanted, steps: [] };
  if (finishReason === 'MAX_TOKENS') return { status: 'incomplete', steps: [] };
  if (finishReason !== 'STOP') return blockedEnd(codeOf(finishReason));
  return { status: hasCalls ? 'requires_action' : 'completed', steps: [] };
}

function failure(code: string, message: string): End & { readonly error: RunError } {
  return { status: 'failed', error: { code, message }, steps: [] };
}

function codeOf(reason: string): string {
  return reason === 'OTHER' ? 'content_blocked' : reason.toLowerCase();
}

function blockedEnd(code: string): End {
  const message = blocked[code] ?? `The response was stopped: ${code}.`;
  const step: Step = { type: 'model_output', error: { code: REFUSED, message } };
  return { status: 'failed', error: { code, message }, steps: [step] };
}

type UsageMetadata = Message<'GenerateContentResponse.UsageMetadata'>;
type ModalityCount = Message<'ModalityTokenCount'>;

const GROUNDING: { readonly [type: string]: 'google_search' | 'google_maps' } = {
  google_search_call: 'google_search',
  google_maps_call: 'google_maps',
};

/**
 * Returns the usage of an interaction.
 * @param initial input tokens of the first hop. Default: its own.
 */
export function usageOf(counted: UsageMetadata, steps: readonly Step[], initial?: number): Usage {
  const {
    promptTokenCount: input = 0,
    candidatesTokenCount: output = 0,
    thoughtsTokenCount: thought = 0,
    cachedContentTokenCount: cached = 0,
    toolUsePromptTokenCount: tools = 0,
  } = counted;
  const counts = new Map<string, number>();
  for (const { type = '' } of steps) {
    const tool = GROUNDING[type];
    if (tool) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  return {
    total_tokens: input + output + thought + tools,
    total_input_tokens: input,
    ...byModality('input_tokens_by_modality', counted.promptTokensDetails),
    total_cached_tokens: cached,
    ...byModality('cached_tokens_by_modality', counted.cacheTokensDetails),
    total_output_tokens: output,
    ...byModality('output_tokens_by_modality', counted.candidatesTokensDetails),
    total_tool_use_tokens: tools,
    ...byModality('tool_use_tokens_by_modality', counted.toolUsePromptTokensDetails),
    total_thought_tokens: thought,
    initial_input_tokens: initial ?? input,
    ...(counts.size > 0 && {
      grounding_tool_count: [...counts].map(([type, count]) => ({ type, count })),
    }),
  };
}

/** Returns token counts by modality. The live API omits empty lists. */
function byModality(name: keyof Usage, details: readonly ModalityCount[] = []): Usage {
  if (details.length === 0) return {};
  const counts = details.map(({ modality = 'TEXT', tokenCount = 0 }) => ({
    modality: modality.toLowerCase(),
    tokens: tokenCount,
  }));
  return { [name]: counts };
}
