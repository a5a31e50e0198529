import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Transform, Writable } from 'node:stream';
import { createDeflate, createGzip, type Gzip } from 'node:zlib';
import { type Capture, captureOf } from '../../../src/recordings/capture';
import type { IncomingRequest } from '../../../src/recordings/incoming';
import { PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
import { relayResponse } from '../../../src/recordings/relayResponse';
import { FakeClock } from '../../fakes/clock';

const UPSTREAM = 'https://service.test';
const OWN = 'http://127.0.0.1:4321/s/one';
const places = new PathPlaceholders({
  workingDirectory: '/home/ada/project',
  homeDirectory: '/home/ada',
});
const ADDRESSES = { upstream: UPSTREAM, own: OWN, places };

/** How answers come, each with a text in that form that has addresses and characters of several bytes. */
const LINK = `${UPSTREAM}/v1beta/files/a`;
const FORMS: { readonly [form: string]: readonly [type: string, isArray: boolean, text: string] } =
  {
    'a JSON object': ['application/json', false, `{"uri":"${LINK}","text":"Grüße 🪁 https://s"}`],
    'a stream of events': [
      'text/event-stream',
      false,
      `data: {"uri":"${LINK}"}\r\n\r\ndata: {"text":"Grüße 🪁 ${UPSTREAM}"}\r\n\r\n`,
    ],
    'a stream as an array': [
      'application/json',
      true,
      `[{"uri":"${LINK}"}\n,\r\n{"text":"Grüße 🪁 ${UPSTREAM}"}\n]`,
    ],
    'a stream that ends with a bare error': [
      'text/event-stream',
      false,
      `data: {"uri":"${LINK}"}\n\n{"error":{"code":429,"message":"Grüße","status":"RESOURCE_EXHAUSTED"}}\n\n`,
    ],
    bytes: ['video/mp4', false, 'Grüße 🪁'],
  };

function passed(capture: Capture, bytes: Buffer, size: number): string {
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = capture.push(bytes.subarray(at, at + size));
    out.push(Buffer.from(piece as string));
  }
  return Buffer.concat([...out, Buffer.from(capture.rest())]).toString();
}

describe('answers that go by', () => {
  for (const [form, [type, isArray, text]] of Object.entries(FORMS)) {
    const bytes = Buffer.from(text);
    const open = (most?: number): Capture =>
      captureOf(
        { status: 200, headers: { 'content-type': type } },
        ADDRESSES,
        () => 0,
        isArray,
        most,
      );
    const wanted = text.replaceAll(UPSTREAM, OWN);

    it(`are passed on and recorded the same however they are cut: ${form}`, () => {
      const whole = open();
      assert.equal(passed(whole, bytes, bytes.length), wanted);
      const recorded = JSON.stringify(whole.answer());
      assert.equal(recorded.includes('service.test'), false);
      for (let size = 1; size < 40; size++) {
        const capture = open();
        assert.equal(passed(capture, bytes, size), wanted, `in pieces of ${size}`);
        assert.equal(JSON.stringify(capture.answer()), recorded, `in pieces of ${size}`);
      }
    });

    it(`are passed on whole, and not recorded, where they are too long: ${form}`, () => {
      for (let most = 0; most < bytes.length; most++) {
        for (const size of [1, 7, bytes.length]) {
          const capture = open(most);
          assert.equal(passed(capture, bytes, size), wanted, `of ${most}, in pieces of ${size}`);
          assert.equal(capture.answer(), undefined);
        }
      }
      assert.notEqual(open(bytes.length).answer(), undefined);
    });
  }

  /** What an upstream sends although nobody has asked for it. */
  const encoders: { readonly [encoding: string]: () => Transform } = {
    gzip: createGzip,
    deflate: createDeflate,
    identity: () => new PassThrough(),
  };

  /** Lets a client ask what listens on a port, and gives what is recorded of that. */
  const answerOf = (
    port: number,
    operation: string,
    client: Writable,
    lose: (why: string) => void,
  ): ReturnType<typeof relayResponse> => {
    const asked: IncomingRequest = {
      operation,
      method: 'GET',
      target: '/',
      headers: {},
      base: OWN,
      body: Buffer.alloc(0),
      mayBeArray: false,
      signal: new AbortController().signal,
    };
    const recorder = {
      settings: { upstream: `http://127.0.0.1:${port}` },
      clock: new FakeClock(),
      places,
      agentFor: () => undefined,
      remember: () => undefined,
      countUnrecorded: lose,
    };
    const head = { writeHead: () => undefined, flushHeaders: () => undefined };
    const response = Object.assign(client, head) as unknown as ServerResponse;
    return relayResponse(recorder, asked, response, undefined);
  };

  async function relayed(
    encoding: string,
    serve: (response: ServerResponse) => void,
    onPiece: (text: string) => void = () => undefined,
  ): Promise<{ readonly text: string; readonly lost: readonly string[]; readonly json: string }> {
    const server = createServer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-encoding': encoding,
      });
      serve(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let text = '';
    const lost: string[] = [];
    const client = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        onPiece(text);
        done();
      },
    });
    try {
      const answer = await answerOf(port, 'models.get', client, (why) => void lost.push(why));
      return { text, lost, json: JSON.stringify(answer) };
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  for (const [encoding, encoder] of Object.entries(encoders)) {
    it(`are passed on and recorded plain, as they come, where they came in ${encoding}`, async () => {
      const events = ['data: {"text":"Grüße 1"}\n\n', 'data: {"text":"Grüße 2"}\n\n'];
      const first = Promise.withResolvers<undefined>();
      const serve = (response: ServerResponse): void => {
        const coder = encoder();
        coder.pipe(response);
        coder.write(events[0]);
        if ('flush' in coder) (coder as Gzip).flush();
        void first.promise.then(() => coder.end(events[1]));
      };
      const { text, lost, json } = await relayed(encoding, serve, () => first.resolve(undefined));
      assert.equal(text, events.join(''));
      assert.match(json, /Grüße 1.*Grüße 2/);
      assert.deepEqual(lost, []);
      const empty = await relayed(encoding, (response) => response.end());
      assert.deepEqual([empty.text, empty.lost], ['', []]);
    });
  }

  it('come from the upstream no faster than the client takes them', async () => {
    const pieces = Array.from({ length: 64 }, (_, at) => Buffer.alloc(16_384, at));
    const sent = Promise.withResolvers<undefined>();
    const server = createServer((_request, response) => {
      response.once('finish', () => sent.resolve(undefined));
      response.setHeader('content-type', 'video/mp4');
      for (const piece of pieces) response.write(piece);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let [bytes, most] = [0, 0];
    const client = new Writable({
      highWaterMark: 16_384,
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        most = Math.max(most, client.writableLength);
        // All is on its way before the client takes more.
        void sent.promise.then(() => setImmediate(done));
      },
    });
    const answer = await answerOf(port, 'files.download', client, (why) => assert.fail(why));
    await once(client, 'finish');
    server.close();
    assert.equal(bytes, 64 * 16_384);
    assert.equal(answer?.body.kind === 'bytes' && answer.body.bytes.length, 64 * 16_384);
    // What the connection has read at once, of a million bytes.
    assert.ok(most <= 4 * 65_536, `${most} bytes waited`);
  });
});
