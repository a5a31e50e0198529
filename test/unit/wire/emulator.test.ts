import assert from 'node:assert/strict';
import { operationRow } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { errorOf, events, type Answer } from '../emulator/wire';
import type { Example } from './example';
import { examples } from './examples';
import type { LiteralClient } from './literalClient';
import { usePrepared } from './prepared';
import { shapeProblems } from './shape';

describe('the emulator and the literal examples', () => {
  const withPrepared = usePrepared();

  for (const example of examples) {
    it(`answers in shape: ${example.name}`, () =>
      withPrepared(example, (client) => assertServed(client, example)));
  }
});

async function assertServed(
  client: LiteralClient,
  { id, version, wire, answers }: Example,
): Promise<void> {
  const own = withoutPageToken(wire.request);
  if (own !== wire.request) {
    // Only the server that made a page token knows it.
    const refused = await client.send(wire);
    assert.equal(refused.status, 400, refused.text);
    assert.match(errorOf(refused).message, /page token/i);
  }
  const answer = await client.send({ ...wire, request: own });
  assert.equal(answer.status, 200, answer.text);
  const message = operationRow(id).response;
  for (const piece of messagesOf(answer)) {
    assert.deepEqual(shapeProblems(piece, answers[0], message, version), []);
  }
}

/** The messages of an answer: every event of a stream, else the one there is. */
function messagesOf({ headers, text }: Answer): readonly JsonObject[] {
  if (headers['content-type'] !== 'text/event-stream') return [JSON.parse(text) as JsonObject];
  const pieces = events(text);
  assert.notEqual(pieces.length, 0, 'The stream is empty.');
  return pieces;
}

function withoutPageToken(request: string): string {
  const [target = '', query = ''] = request.split('?');
  const rest = query.split('&').filter((pair) => !/^(pageToken=|page_token=|$)/.test(pair));
  return rest.length === 0 ? target : `${target}?${rest.join('&')}`;
}
