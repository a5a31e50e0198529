import type { Message } from '../../api/schema/infer';
import { argumentOf, type Trigger } from '../triggers';
import type { FinalStatus, Run, RunError, Step } from './run';

/** `INVALID_ARGUMENT` of `google.rpc.Code`. */
const REFUSED = 3;

/** How a run ends, and the step that says why, where it does not end well. */
type End = Pick<Run, 'status' | 'error' | 'steps'>;

/** Ends that a message can ask for with `[[status:…]]`. */
const statuses: readonly FinalStatus[] = ['incomplete', 'budget_exceeded', 'failed'];

const blocked: { readonly [code: string]: string } = {
  safety: 'The response was blocked for safety.',
  recitation: 'The response was blocked because it recites what is protected.',
  content_blocked: 'The request was blocked.',
};

/**
 * How a run ends by what the engine says of its answer, or as the message asks for.
 * @param hasCalls whether functions are to be called before it goes on.
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
  const wanted = statuses.find((one) => one === argumentOf(triggers, 'status'));
  if (wanted === 'failed')
    return failure('api_error', 'The interaction failed, as it was asked to.');
  if (wanted) return { status: wanted, steps: [] };
  if (finishReason === 'MAX_TOKENS') return { status: 'incomplete', steps: [] };
  if (finishReason !== 'STOP') return blockedEnd(codeOf(finishReason));
  return { status: hasCalls ? 'requires_action' : 'completed', steps: [] };
}

/** A run that ends with an error of the service. */
export function failure(code: string, message: string): End & { readonly error: RunError } {
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
