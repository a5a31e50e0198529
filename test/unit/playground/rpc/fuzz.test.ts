import assert from 'node:assert/strict';
import { playgroundProtocol } from '../../../../src/conversation/model/protocol';
import { serve, type Handlers } from '../../../../src/webview/rpc';
import { End } from './pair';

type Random = () => number;

/** A small seeded generator (mulberry32), so that a failing run can be repeated. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  NaN,
  Infinity,
  2 ** 60,
  '',
  'call',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(200_000),
  '\u202e\u0000\ud800',
  [],
  [null],
  new Array(5),
  {},
  new Uint8Array(4),
  JSON.parse('{"__proto__":{"text":"polluted"}}'),
  Object.create({ kind: 'call', id: 1, name: 'stop' }),
];
const CALLS = Object.keys(playgroundProtocol.calls);
// These take no input, so that every well-formed call of them is valid.
const BARE = new Set(
  Object.entries(playgroundProtocol.calls)
    .filter(([, call]) => {
      try {
        call.input.parse(undefined);
        return true;
      } catch {
        return false;
      }
    })
    .map(([name]) => name),
);

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function value(random: Random, depth = 0): unknown {
  if (depth > 3 || random() < 0.6) return pick(random, ODD);
  const entries = Array.from({ length: Math.floor(random() * 4) }, () => [
    pick(random, ['text', 'turn', 'fix', 'href', 'language', 'topK', '__proto__', 'input']),
    value(random, depth + 1),
  ]);
  return random() < 0.3 ? entries : Object.fromEntries(entries);
}

/** Mostly calls of the protocol with a wrong input, so that every handler's door is tried. */
function message(random: Random): unknown {
  if (random() < 0.2) return value(random);
  const named = random() < 0.8;
  const inputCalls = CALLS.filter((name) => !BARE.has(name));
  return {
    kind: random() < 0.9 ? 'call' : pick(random, ['cancel', 'event', '', null]),
    id: random() < 0.9 ? Math.floor(random() * 1e6) : value(random),
    name: named ? pick(random, inputCalls) : value(random),
    input: wrong(value(random)),
  };
}

/** Takes away the fields that could make an input valid by chance. */
function wrong(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return { ...input, text: 7, href: 7, turn: 7, temperature: 'hot' };
}

describe('panel rpc against a hostile webview', () => {
  it('drops 10,000 malformed messages: nothing throws, nothing runs, nothing is polluted', async () => {
    const random = seeded(20_260_101);
    const port = new End();
    const ran: string[] = [];
    let dropped = 0;
    const handlers = Object.fromEntries(
      CALLS.map((name) => [
        name,
        () => {
          ran.push(name);
          return Promise.resolve();
        },
      ]),
    ) as unknown as Handlers<typeof playgroundProtocol>;
    const server = serve(port, playgroundProtocol, handlers, () => dropped++);
    let sent = 0;
    for (; sent < 10_000; sent++) port.receive(message(random));
    await new Promise(setImmediate);
    assert.deepEqual(ran, []);
    assert.ok(dropped > 8_000, `only ${dropped} were told`);
    assert.equal(({} as { text?: unknown }).text, undefined);
    const kinds = new Set(port.posted.map((answer) => (answer as { kind: string }).kind));
    assert.deepEqual([...kinds], ['failure']);

    // The door still opens for who knocks properly.
    port.receive({ kind: 'call', id: 1, name: 'send', input: { text: 'hello' } });
    assert.deepEqual(ran, ['send']);
    server.dispose();
  });
});
