import type { Message } from '../../api/schema/infer';
import { triggerArgument, type Trigger } from '../triggers';
import type { FinalStatus, Run, RunError, Step } from './run';

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
