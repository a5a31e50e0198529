import assert from 'node:assert/strict';
import { operationRow, type OperationId } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { handlers } from '../../../src/emulator/handlers';
import { errorOf, events, type Answer } from '../emulator/wire';
import type { Example } from './example';
import { examples } from './examples';
import type { LiteralClient } from './literalClient';
import { usePrepared } from './prepared';
import { shapeProblems } from './shape';

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
  'corpora.create',
  'corpora.delete',
  'corpora.get',
  'corpora.list',
  'corpora.patch',
  'corpora.query',
  'corpora.documents.create',
  'corpora.documents.delete',
  'corpora.documents.get',
  'corpora.documents.list',
  'corpora.documents.patch',
  'corpora.documents.query',
  'corpora.documents.chunks.create',
  'corpora.documents.chunks.delete',
  'corpora.documents.chunks.get',
  'corpora.documents.chunks.list',
  'corpora.documents.chunks.patch',
  'corpora.documents.chunks.batchCreate',
  'corpora.documents.chunks.batchDelete',
  'corpora.documents.chunks.batchUpdate',
  'corpora.permissions.create',
  'corpora.permissions.delete',
  'corpora.permissions.get',
  'corpora.permissions.list',
  'corpora.permissions.patch',
  'files.create',
  'files.delete',
  'files.get',
  'files.list',
  'files.download',
  'batches.cancel',
  'batches.delete',
  'batches.get',
  'batches.list',
  'models.batchGenerateContent',
  'models.asyncBatchEmbedContent',
  'media.upload',
  'operations.delete',
  'operations.list',
  'tunedModels.create',
  'tunedModels.delete',
  'tunedModels.generateContent',
  'tunedModels.generateText',
  'tunedModels.get',
  'tunedModels.list',
  'tunedModels.operations.cancel',
  'tunedModels.operations.get',
  'tunedModels.operations.list',
  'tunedModels.patch',
  'tunedModels.permissions.create',
  'tunedModels.permissions.delete',
  'tunedModels.permissions.get',
  'tunedModels.permissions.list',
  'tunedModels.permissions.patch',
  'tunedModels.transferOwnership',
];

describe('the emulator and the literal examples', () => {
  const withPrepared = usePrepared();

  for (const example of examples) {
    const isServed = isServedHere(example.id);
    it(`${isServed ? 'answers in shape' : 'does not serve yet'}: ${example.name}`, () =>
      withPrepared(
        example.id,
        ({ client }) =>
          isServed ? assertServed(client, example) : assertUnserved(client, example),
        example,
      ));
  }

  it('serves what it once served', () => {
    assert.deepEqual(
      served.filter((id) => !isServedHere(id)),
      [],
    );
  });
});

/** Uploads are read as they come, and have no handler of whole messages. */
function isServedHere(id: OperationId): boolean {
  return operationRow(id).upload !== undefined || handlers[id] !== undefined;
}

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

async function assertUnserved(client: LiteralClient, { wire }: Example): Promise<void> {
  const answer = await client.send(wire);
  // It comes after the parameters and the body were read: they are accepted.
  assert.equal(answer.status, 501, answer.text);
  const { status, code } = errorOf(answer);
  assert.match(String(status ?? code), /^unimplemented$/i);
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
