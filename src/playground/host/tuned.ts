import type { CallInput, CallOptions, CallOutput, Client } from '../../api/call';
import type { OperationId } from '../../api/operations';

type Answer = CallOutput<'models.streamGenerateContent'>;

/** Whether a model is one that users made: those answer in one piece, and take less. */
export function isTuned(model: string): boolean {
  return model.startsWith('tunedModels/');
}

/** Fields of a request that tuned models refuse (the service's guide to tuning). */
export const REFUSED_BY_TUNED: readonly string[] = ['systemInstruction'];

/** The operation that asks a model for an answer. */
export function answerOperation(model: string): OperationId {
  return isTuned(model) ? 'tunedModels.generateContent' : 'models.streamGenerateContent';
}

/** An answer as it arrives; of a tuned model whole, as it can't be streamed. */
export function answerPieces(
  client: Client,
  input: CallInput<'models.streamGenerateContent'>,
  options: CallOptions,
): AsyncIterable<Answer> {
  if (!isTuned(input.model)) return client.stream('models.streamGenerateContent', input, options);
  return wholeAnswer(client, input, options);
}

async function* wholeAnswer(
  client: Client,
  input: CallInput<'tunedModels.generateContent'>,
  options: CallOptions,
): AsyncGenerator<Answer> {
  yield await client.call('tunedModels.generateContent', input, options);
}
