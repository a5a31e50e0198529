import assert from 'node:assert/strict';
import { operationRow, type OperationId } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { handlers } from '../../../src/emulator/handlers';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { ask, errorOf, events, type Answer } from '../emulator/wire';
import type { Example, Wire } from './example';
import { examples } from './examples';
import { multipartBody } from './multipart';
import { shapeProblems } from './shape';

const BOUNDARY = 'example-boundary';

/** What the emulator must never stop to serve. */
const served: readonly OperationId[] = [
  'models.get',
  'models.list',
  'models.generateContent',
  'models.streamGenerateContent',
  'models.countTokens',
  'models.generateText',
  'models.generateMessage',
  'models.countTextTokens',
  'models.countMessageTokens',
];

describe('the emulator and the literal examples', () => {
  for (const example of examples) {
    const isServed = handlers[example.id] !== undefined;
    const title = isServed ? 'answers in shape' : 'does not serve yet';
    it(`${title}: ${example.name}`, () =>
      // One of its own, because an example may delete what another one reads.
      withEmulator((emulator) =>
        isServed ? assertServed(emulator, example) : assertUnserved(emulator, example),
      ));
  }

  it('serves what it once served', () => {
    assert.deepEqual(
      served.filter((id) => handlers[id] === undefined),
      [],
    );
  });
});

async function withEmulator(work: (emulator: Emulator) => Promise<void>): Promise<void> {
  const emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
  try {
    await work(emulator);
  } finally {
    await emulator.close();
  }
}

async function assertServed(
  emulator: Emulator,
  { id, version, wire, answers }: Example,
): Promise<void> {
  const [method = '', target = ''] = wire.request.split(' ');
  const own = withoutPageToken(target);
  if (own !== target) {
    // Only the server that made a page token knows it.
    const refused = await send(emulator, method, target, wire);
    assert.equal(refused.status, 400, refused.text);
    assert.match(errorOf(refused).message, /page token/i);
  }
  const answer = await send(emulator, method, own, wire);
  assert.equal(answer.status, 200, answer.text);
  const message = operationRow(id).response;
  for (const piece of messagesOf(answer)) {
    assert.deepEqual(shapeProblems(piece, answers[0], message, version), []);
  }
}

async function assertUnserved(emulator: Emulator, { id, wire }: Example): Promise<void> {
  const [method = '', target = ''] = wire.request.split(' ');
  const answer = await send(emulator, method, target, wire);
  if (operationRow(id).upload) {
    // Nothing but JSON gets past the guard, so that the path is not even looked at.
    assert.equal(answer.status, 415, answer.text);
    return;
  }
  // It comes after the parameters and the body were read: they are accepted.
  assert.equal(answer.status, 501, answer.text);
  assert.equal(errorOf(answer).status, 'UNIMPLEMENTED');
}

function send(emulator: Emulator, method: string, target: string, wire: Wire): Promise<Answer> {
  const raw = wire.parts ? multipartBody(BOUNDARY, wire.parts) : wire.body;
  return ask(emulator, target, {
    method,
    anonymous: true,
    headers: {
      authorization: `Bearer ${emulator.accessToken}`,
      ...(wire.parts && {
        'content-type': `multipart/related; boundary=${BOUNDARY}`,
        'x-goog-upload-protocol': 'multipart',
      }),
    },
    ...(raw === undefined ? {} : { raw }),
  });
}

/** The messages of an answer: every event of a stream, else the one there is. */
function messagesOf({ headers, text }: Answer): readonly JsonObject[] {
  if (headers['content-type'] !== 'text/event-stream') return [JSON.parse(text) as JsonObject];
  const pieces = events(text);
  assert.notEqual(pieces.length, 0, 'The stream is empty.');
  return pieces;
}

function withoutPageToken(target: string): string {
  const [path = '', query] = target.split('?');
  const rest = (query ?? '').split('&').filter((pair) => !/^(pageToken=|$)/.test(pair));
  return rest.length === 0 ? path : `${path}?${rest.join('&')}`;
}
