import { StringDecoder } from 'node:string_decoder';

/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  const { dispatcher } = await import('./dispatch.mjs');
  const { textSplitter } = await import('./splitter.mjs');
  const dispatch = dispatcher(endpoint);
  return (model, onEvent) => {
    const split = textSplitter(onEvent);
    const decoder = new StringDecoder('utf8');
    return dispatch(model, (bytes) => split(decoder.write(bytes)));
  };
}
