/** Whether a model is one that users made: those take less. */
export function isTuned(model: string): boolean {
  return model.startsWith('tunedModels/');
}
