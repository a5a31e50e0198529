import assert from 'node:assert/strict';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { VERSIONS } from '../../../src/api/versions';
import { OPERATIONS } from '../api/operationCounts';
import { errorOf, events, type Answer } from '../emulator/wire';
import type { Example } from './example';
import { examples } from './examples';
import type { LiteralClient } from './literalClient';
import { LiteralServer } from './literalServer';
import { useEverything, usePrepared } from './prepared';
import { inVersion, withMissing, withoutRequired, withUnknown } from './rowRequest';
import { shapeProblems } from './shape';

/**
 * What the service says of something that is not there: it hides which files, corpora and tuned models
 * exist; what is below them, only somebody asks for who may know.
 */
const statusOfMissing: { readonly [collection: string]: 403 | 404 } = {
  models: 404,
  corpora: 403,
  documents: 404,
  chunks: 404,
  permissions: 404,
  tunedModels: 403,
  operations: 404,
  files: 403,
  cachedContents: 403,
  fileSearchStores: 403,
  media: 404,
  batches: 404,
  dynamic: 404,
  generatedFiles: 404,
};

/** It answers with one model only, and takes other names for mistakes. */
const statusHere: { readonly [id: string]: number } = { 'models.generateAnswer': 400 };

describe('every operation in each of its versions', () => {
  let server: LiteralServer | undefined;
  const withPrepared = usePrepared();
  const everything = useEverything();

  before(async () => {
    server = await LiteralServer.start();
  });
  after(() => server?.close());

  it('has an example', () => {
    const names = operationIds().flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => `${id} in ${version}`),
    );
    assert.equal(names.length, OPERATIONS);
    assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), names.sort());
  });

  for (const example of examples) {
    describe(example.name, () => {
      it('goes over the wire as literal bytes', async () => {
        assertKnown(example);
        await example.run(server ?? assert.fail('The server did not start.'));
      });

      it('is answered by the emulator in the shape of the example', () =>
        withPrepared(example, (client) => assertServed(client, example)));

      // The same for every example and version of an operation.
      if (examples.find(({ id }) => id === example.id) !== example) return;

      it('is refused by the emulator where something is wrong', async () => {
        if (operationRow(example.id).case === 'snake') await assertWords(everything(), example);
        else await assertRefused(everything(), example);
      });

      it('is not there in other versions', () => assertVersions(everything(), example));
    });
  }
});

/** The result of an operation may be of any message, and the domains of a network have several forms. */
const UNTYPED = /^google\.longrunning\.Operation\.response\.|\.allowlist\[0\]\./;

/** Every field of the literal answer is in the tables. */
function assertKnown({ id, version, answers }: Example): void {
  for (const answer of answers) {
    const problems = shapeProblems(answer, undefined, operationRow(id).response, version);
    assert.deepEqual(
      problems.filter((one) => !UNTYPED.test(one)),
      [],
    );
  }
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

/** Unknown fields, missing ones, a body that names another resource, and names of what is not there. */
async function assertRefused(client: LiteralClient, example: Example): Promise<void> {
  const unknown = withUnknown(example);
  assert.notEqual(unknown.length, 0);
  for (const { what, request, description, field } of unknown) {
    const answer = await client.send(request);
    assert.equal(answer.status, 400, `${what}: ${answer.text}`);
    const { message, status, details } = errorOf(answer);
    assert.deepEqual([status, message], ['INVALID_ARGUMENT', description], what);
    assert.deepEqual(details, [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ ...(field === '' ? {} : { field }), description }],
      },
    ]);
  }
  for (const { what, request, description } of withoutRequired(example)) {
    const answer = await client.send(request);
    assert.equal(answer.status, 400, `${what}: ${answer.text}`);
    const { message, status } = errorOf(answer);
    assert.deepEqual([status, message], ['INVALID_ARGUMENT', description]);
  }
  const { id, wire } = example;
  // The service takes the name of cached content from the URL only.
  if (operationRow(id).verb === 'PATCH' && id !== 'cachedContents.patch') {
    const { name } = JSON.parse(wire.body ?? '') as { readonly name: string };
    const body = wire.body?.replace(name, `${name}-other`) ?? '';
    assert.notEqual(body, wire.body);
    const answer = await client.send({ ...wire, body });
    assert.equal(answer.status, 400, answer.text);
    const { status, message } = errorOf(answer);
    assert.equal(status, 'INVALID_ARGUMENT');
    assert.match(message, /^The name in the body must be .*, as in the URL\.$/);
  }
  for (const { collection, request } of withMissing(example)) {
    const answer = await client.send(request);
    const expected = statusHere[id] ?? statusOfMissing[collection];
    assert.equal(answer.status, expected, `${collection}: ${answer.text}`);
    assert.equal(errorOf(answer).code, expected);
  }
}

/** The younger part of the service says what it refuses in words of its own. */
async function assertWords(client: LiteralClient, example: Example): Promise<void> {
  if (operationRow(example.id).upload) return;
  const { request } = example.wire;
  const odd = `${request}${request.includes('?') ? '&' : '?'}noSuchField=1`;
  const unknown = await client.send({ ...example.wire, request: odd });
  assert.deepEqual(JSON.parse(unknown.text), {
    error: { code: 'parameter_unknown', message: "Unknown parameter 'noSuchField'." },
  });
  for (const { collection, request: missing } of withMissing(example)) {
    const answer = await client.send(missing);
    assert.equal(answer.status, 404, `${collection}: ${answer.text}`);
    const { error } = JSON.parse(answer.text) as { readonly error: { readonly code: string } };
    assert.equal(error.code, 'not_found');
  }
}

async function assertVersions(
  client: LiteralClient,
  { id, version, wire }: Example,
): Promise<void> {
  const own = versionsOf(operationRow(id));
  for (const other of VERSIONS.filter((one) => !own.includes(one))) {
    const answer = await client.send(inVersion(wire, version, other));
    assert.deepEqual([answer.status, answer.text], [404, ''], other);
  }
}
