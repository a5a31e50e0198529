/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  const { dispatcher } = await import('./dispatch.mjs');
  const { byteSplitter } = await import('./splitter.mjs');
  const dispatch = dispatcher(endpoint);
  return (model, onEvent) => dispatch(model, byteSplitter(onEvent));
}
