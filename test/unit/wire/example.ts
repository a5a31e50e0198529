import assert from 'node:assert/strict';
import type { StreamId } from '../../../src/api/call';
import type { CallInput, Media } from '../../../src/api/request';
import type { OperationId } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { type Version, VERSIONS } from '../../../src/api/versions';
import type { LiteralServer } from './literalServer';
import type { Part } from './multipart';

/** What goes over the wire and comes back, typed by hand: nothing of it is computed from the tables. */
export interface Wire {
  /** `METHOD /path?query`. */
  readonly request: string;
  /** JSON text of the body; by default that of the call's. */
  readonly body?: string;
  /** The body of an upload, in place of `body`. */
  readonly parts?: readonly Part[];
  /** The body of an upload of which nothing else is said. */
  readonly bytes?: Media;
  /** Of the answer; JSON where absent. */
  readonly contentType?: string;
  /** The answer's body. */
  readonly answer: string;
}

/** An operation in a version, and the test of its literal example. */
export interface Example {
  readonly name: string;
  readonly id: OperationId;
  readonly version: Version;
  readonly wire: Wire;
  /** The messages of the literal answer; several where the operation streams. */
  readonly answers: readonly JsonObject[];
  /** Makes the call against a server that answers literally. */
  run(server: LiteralServer): Promise<void>;
}

/** One call against its literal example, in the version that its request names. */
export function callExample<I extends OperationId>(
  id: I,
  input: CallInput<I>,
  request: string,
  answer: string,
  more: Details = {},
): Example {
  const described = describeExample(id, { request, answer, ...more }, input);
  const { version } = described;
  return {
    ...described,
    async run(server) {
      server.play(described.wire);
      assert.deepEqual([await server.client.call(id, input, { version })], described.answers);
      server.assertArrived();
    },
  };
}

/** One call that v1beta and v1 take alike; the request names one of them. */
export function inBoth<I extends OperationId>(
  id: I,
  input: CallInput<I>,
  ...[request, answer, more]: Literal
): readonly Example[] {
  const versions = versionIn(request) === 'v1' ? BOTH.toReversed() : BOTH;
  return callExamples(id, versions, input, request, answer, more);
}

const BOTH: readonly Version[] = ['v1beta', 'v1'];

/** What is said of an example besides its request and its answer. */
type Details = Omit<Wire, 'request' | 'answer'>;

type Literal = readonly [request: string, answer: string, more?: Details];

type Versions = readonly Version[];

/** One call that several versions take alike, against a literal example for each; it is typed for the first. */
export function callExamples<I extends OperationId>(
  id: I,
  versions: Versions,
  input: CallInput<I>,
  ...[request, answer, more]: Literal
): readonly Example[] {
  return inEach(versions, request, (own) => callExample(id, input, own, answer, more));
}

/** The same of a streamed call. */
export function streamExamples<I extends StreamId>(
  id: I,
  versions: Versions,
  input: CallInput<I>,
  ...[request, answer, more]: Literal
): readonly Example[] {
  return inEach(versions, request, (own) => streamExample(id, input, own, answer, more));
}

function inEach(
  versions: Versions,
  request: string,
  example: (request: string) => Example,
): readonly Example[] {
  const named = versionIn(request);
  return versions.map((version) => example(request.replace(`/${named}/`, `/${version}/`)));
}

function versionIn(request: string): Version {
  const [, version] = /^[A-Z]+ (?:\/upload)?\/(v1\w*)\//.exec(request) ?? [];
  return VERSIONS.find((one) => one === version) ?? assert.fail(`${request} names no version.`);
}

/** One streamed call against its literal example. */
export function streamExample<I extends StreamId>(
  id: I,
  input: CallInput<I>,
  request: string,
  answer: string,
  more: Details = {},
): Example {
  const described = describeExample(id, { request, answer, ...more }, input);
  const { version } = described;
  return {
    ...described,
    async run(server) {
      server.play(described.wire);
      const pieces: unknown[] = [];
      for await (const piece of server.client.stream(id, input, { version })) pieces.push(piece);
      assert.deepEqual(pieces, described.answers);
      server.assertArrived();
    },
  };
}

function describeExample(
  id: OperationId,
  wire: Wire,
  { body }: { readonly body?: unknown },
): Omit<Example, 'run'> {
  const isSame = wire.body === undefined && body !== undefined && !wire.parts && !wire.bytes;
  const sent = isSame ? { ...wire, body: JSON.stringify(body) } : wire;
  const version = versionIn(wire.request);
  return { name: `${id} in ${version}`, id, version, wire: sent, answers: messagesOf(wire) };
}

/** The messages of a literal answer: the events of a stream, the elements of an array, or the only one. */
function messagesOf({ answer, contentType }: Wire): readonly JsonObject[] {
  if (contentType !== 'text/event-stream') return [JSON.parse(answer) as JsonObject].flat();
  const events = answer.split(/\r?\n\r?\n/).filter((event) => event !== '');
  return events.map((event) => JSON.parse(event.replaceAll(/^data: /gm, '')) as JsonObject);
}
