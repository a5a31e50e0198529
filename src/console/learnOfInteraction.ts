import { isSuccess } from '../api/body';
import type { JsonObject } from '../api/schema/row';
import { isObject, items, objectAt, textAt, tryParse } from '../base/json';
import type { Answer } from './answer';
import type { ConsoleDeps } from './deps';
import { resourceNameOf } from '../service/requestResource';

/**
 * Notes an interaction that was begun by hand and that the service keeps, as it has no list of them; and that one is
 * gone which was deleted by hand.
 */
export async function learnOfInteraction(
  { interactions, clock }: Pick<ConsoleDeps, 'interactions' | 'clock'>,
  connection: string,
  { request, status, raw }: Answer,
): Promise<void> {
  const { operation, version, body = {} } = request;
  if (status === undefined || !isSuccess({ status })) return;
  if (operation === 'interactions.delete') {
    await interactions.forget({ connection, id: idIn(resourceNameOf(request)) });
  }
  if (operation !== 'interactions.create' || body.store === false) return;
  const told = toldOf(raw);
  const id = textAt(told, 'id');
  if (id === '') return;
  const [model, agent] = [textAt(body, 'model'), textAt(body, 'agent')];
  const state = textAt(told, 'status');
  await interactions.begin({
    ...{ connection, id, version, title: titleOf(body) },
    created: textAt(told, 'created') || new Date(clock.now()).toISOString(),
    ...(agent === '' ? { model } : { agent }),
    ...(state !== '' && { status: state }),
    ...(body.background === true && { background: true }),
  });
}

function idIn(name: string): string {
  return name.replace(/^interactions\//, '');
}

/** What an answer says of its interaction: whole, or in the events of a stream, the last word of each field. */
function toldOf(text: string): JsonObject {
  const whole = tryParse(text);
  if (isObject(whole)) return whole;
  let told: JsonObject = {};
  for (const [, data = ''] of text.matchAll(/^data: ?(\{.*)$/gm)) {
    const event = tryParse(data);
    if (isObject(event)) told = { ...told, ...objectAt(event, 'interaction') };
  }
  return told;
}

/** The beginning of what was asked. */
function titleOf({ input }: JsonObject): string {
  const [line = ''] = textIn(input)
    .trim()
    .split(/[\r\n]/);
  return line.slice(0, 200);
}

function textIn(input: unknown): string {
  if (typeof input === 'string') return input;
  const all = isObject(input) ? [input] : items(input).filter(isObject);
  const said = all.flatMap((one) => [one, ...items(one.content).filter(isObject)]);
  return said.map((one) => textAt(one, 'text')).find((text) => text !== '') ?? '';
}
