import type { Message } from './schema/infer';

/**
 * What the pieces of an answer say of its end, once its stream has ended without an error:
 *
 * - `finished`: the service gave its reason to finish, whatever that is.
 * - `promptBlocked`: it refused the prompt, with a reason.
 * - `unfinished`: something came, and then neither: the stream was cut, whoever did it.
 * - `empty`: nothing came that says anything.
 */
export type Completion = 'finished' | 'promptBlocked' | 'unfinished' | 'empty';

/** How an answer ended. Both unspecified values, the defaults of their enumerations, say nothing. */
export function completionOf(
  candidate: Message<'Candidate'> | undefined,
  feedback: Message<'GenerateContentResponse.PromptFeedback'> | undefined,
): Completion {
  const { finishReason = 'FINISH_REASON_UNSPECIFIED' } = candidate ?? {};
  if (finishReason !== 'FINISH_REASON_UNSPECIFIED') return 'finished';
  const { blockReason = 'BLOCK_REASON_UNSPECIFIED' } = feedback ?? {};
  if (blockReason !== 'BLOCK_REASON_UNSPECIFIED') return 'promptBlocked';
  return (candidate?.content?.parts ?? []).length > 0 ? 'unfinished' : 'empty';
}
