/**
 * Not a client: the bytes of the answer, as they arrive, thrown away.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint) {
  const { dispatcher } = await import('./dispatch.mjs');
  const dispatch = dispatcher(endpoint);
  return (model, onEvent) => dispatch(model, onEvent);
}
