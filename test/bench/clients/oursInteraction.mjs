/**
 * An interaction as the product reads it: a stream that goes on after breaks, and what it adds up to at its end.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint) {
  const { connectOurs, loadOurs } = await import('./connectOurs.mjs');
  const { InteractionStream, InteractionAccumulator } = loadOurs();
  const client = connectOurs(endpoint);
  return async (model, onEvent) => {
    const accumulator = new InteractionAccumulator();
    let read = 0;
    for await (const event of new InteractionStream(client, { body: { model, input: 'Bench' } })) {
      accumulator.add(event);
      if (event.event_type !== 'step.delta') continue;
      read += 1;
      onEvent(event);
    }
    const [step] = accumulator.interaction().steps ?? [];
    const text = step?.content?.[0]?.text ?? '';
    if (text.length < read) throw new Error(`${read} events made ${text.length} characters.`);
  };
}
