import assert from 'node:assert/strict';
import { isSavable } from '../../../src/traffic/exchangeUses';
import type { Connections } from '../../../src/service/connection';
import { TrafficLog } from '../../../src/service/trafficLog';
import { openExchange, sessionExchangeText } from '../../../src/traffic/exchangeDocument';
import { sessionFacts, sessionRowText, sessionVerdict } from '../../../src/traffic/entryText';
import { childrenOf } from '../../../src/traffic/trafficNodes';
import { FakeTextDocuments } from '../../fakes/textDocuments';
import { entry } from './entries';
import { program, session } from './programs';

/** A request as it is known before its end. */
function unended(progress: 'lost' | 'running'): ReturnType<typeof program> {
  const { answeredBy: _by, status: _status, wire: _wire, ...asked } = program();
  return { ...asked, progress, durationMs: 0 };
}

describe('rows of what programs have asked', () => {
  it('are bad where a stream has ended in an error, also where the program left then', () => {
    const streamError = { httpStatus: 429, status: 'RESOURCE_EXHAUSTED' };
    for (const isLeft of [false, true]) {
      const failed = program({ streamError, isLeft });
      assert.equal(sessionVerdict(failed), 'bad');
      assert.match(sessionRowText(failed).spoken, /, 200, error 429, emulator, /);
      const facts = sessionFacts(failed);
      assert.ok(facts.includes('Result: 200, error 429'), facts.join('\n'));
      assert.ok(facts.includes('Stream failed: 429 RESOURCE_EXHAUSTED'), facts.join('\n'));
    }
  });

  it('are named by method and path where the operation is not known', () => {
    const {
      operation: _none,
      answeredBy: _nobody,
      ...strange
    } = program({
      target: '/nothing?a=b',
      status: 404,
    });
    assert.equal(sessionRowText(strange).label, 'POST /nothing');
    assert.match(
      sessionRowText(strange).description,
      /gemini-2\.5-flash · 404 · rejected · 35 ms$/,
    );
  });

  it('stand below their folders, the newest first, before those of the window', () => {
    const programs = [program({ id: 2 }), program({ id: 4 })];
    const [app, empty, gone] = [
      session({ entries: programs }),
      session({ session: 'def' }),
      session({ session: '123', isFollowed: false }),
    ];
    const traffic = { entries: [entry({ id: 1 }), entry({ id: 3 })], sessions: [app, empty, gone] };
    const top = childrenOf(traffic);
    assert.deepEqual(
      top.map((node) => ('session' in node ? node.session.session : node.exchange)),
      ['abc', 'def', 3, 1],
    );
    const [first, , own] = top;
    const below = childrenOf(traffic, first);
    assert.deepEqual(
      below.map((node) => 'exchange' in node && node.exchange),
      [4, 2],
    );
    assert.deepEqual(childrenOf(traffic, own), []);
    assert.deepEqual(childrenOf(traffic, below[0]), []);
  });

  it('can be saved where something of the machine has answered, and all of it is kept', () => {
    assert.equal(isSavable(program()), true);
    assert.equal(isSavable(program({ answeredBy: 'recording' })), true);
    assert.equal(isSavable(program({ status: 429, answeredBy: 'mock' })), true);
    const { wire: _wire, ...cut } = program();
    for (const one of [cut, program({ isLeft: true }), unended('running'), unended('lost')]) {
      assert.equal(isSavable(one), false);
    }
    for (const by of ['miss', 'upstream'] as const) {
      assert.equal(isSavable(program({ answeredBy: by })), false);
    }
  });
});

describe('the document of what a program has asked', () => {
  it('shows what was sent and answered, without what it has identified itself with', () => {
    const request = Buffer.from('{"contents":[{"parts":[{"text":"My key is a-made-up-key-1"}]}]}');
    const { wire } = program();
    assert.ok(wire);
    const text = sessionExchangeText(program({ wire: { ...wire, request } }));
    assert.match(text, /^# models\.generateContent\n\n- Model: gemini-2\.5-flash\n/);
    assert.match(text, /- Response source: emulator/);
    assert.match(text, /POST \/v1beta\/models\/gemini-2\.5-flash:generateContent\n/);
    assert.match(text, /"text": "My key is \[redacted\]"/);
    assert.match(text, /## Response\n\n```http\n200 OK\ncontent-type: application\/json\n```/);
    assert.match(text, /"candidates": \[\]/);
    assert.doesNotMatch(text, /made-up|Frames/);
  });

  it('shows when the pieces of a stream came, and an upload by what it came to', () => {
    const { wire } = program();
    assert.ok(wire);
    const pieces = [
      { ms: 3, bytes: Buffer.from('data: {}\r\n\r\n') },
      { ms: 60, bytes: Buffer.from('data: {"a":1}\r\n\r\n') },
    ];
    const upload = { metadata: {}, mimeType: 'text/plain', bytes: 3, sha256: 'ab' };
    const text = sessionExchangeText(program({ wire: { ...wire, pieces, upload } }));
    assert.match(text, /## Frames\n\n```text\n *\+3 ms {2}12 B\n\+60 ms {2}17 B/);
    assert.match(text, /"mimeType": "text\/plain"/);
  });

  it('follows a request that runs to its end, with what can be done with it then', async () => {
    const traffic = new TrafficLog(() => true);
    const documents = new FakeTextDocuments();
    const show = (one: ReturnType<typeof program>): void =>
      traffic.showSessions([session({ entries: [one] })]);
    show(unended('running'));
    const connections = { find: () => undefined } as unknown as Connections;
    const parts = { traffic, connections, documents, isTrusted: true };
    await openExchange({ ...parts, redact: (text) => text }, 1);
    const [{ text } = assert.fail()] = documents.shown;
    assert.match(text.read(), /- Result: running/);
    assert.deepEqual(text.actions, []);
    let changes = 0;
    const subscription = text.onDidChange?.(() => (changes += 1));
    show(program());
    assert.match(text.read(), /- Result: 200\n[^]*"candidates": \[\]/);
    assert.deepEqual(
      text.actions?.map(({ title }) => title),
      ['Save as Test Case…', 'Save as Recording'],
    );
    traffic.showSessions([]);
    assert.match(text.read(), /- Result: 200\n/);
    assert.equal(changes, 1);
    subscription?.dispose();
  });
});
