/** Safari ends a composition before it sends the key that ended it, and marks the key by this code alone. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether a key belongs to an input method: Enter then accepts a word and must not send. */
export function isComposing(event: KeyboardEvent): boolean {
  // Read through a type of our own: `keyCode` is deprecated, and nothing else tells.
  const { keyCode }: { readonly keyCode: number } = event;
  return event.isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}
