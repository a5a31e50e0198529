/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  const { connectOurs, streamInput } = await import('./connectOurs.mjs');
  const client = connectOurs(endpoint);
  return async (model, onEvent) => {
    for await (const answer of client.stream('models.streamGenerateContent', streamInput(model))) {
      onEvent(answer);
    }
  };
}
