/** Whether a model is one that users made: those take less. */
export function isTuned(model: string): boolean {
  return model.startsWith('tunedModels/');
}

/** Fields of a request that tuned models refuse (the service's guide to tuning). */
export const REFUSED_BY_TUNED: readonly string[] = ['systemInstruction'];
