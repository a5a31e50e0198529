import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import { type Cap, SpendCapError } from '../../../../src/catalog/spend/caps';
import {
  type GuardedRequest,
  type RunningSpend,
  SpendGuard,
} from '../../../../src/catalog/spend/guard';
import {
  FileLedger,
  type Ledger,
  MemoryLedger,
  type SpendLine,
} from '../../../../src/catalog/spend/ledger';
import { folderForEach } from '../../../fakes/folder';

/** Noon in California. */
const NOON = Date.parse('2026-11-30T20:00:00Z');

// $1 for 100,000 tokens of a response, and $2 from December 1 on.
const ARGON = 'models/gemini-4-argon';

const usage = (output: number): JsonObject => ({
  usageMetadata: { candidatesTokenCount: output, totalTokenCount: output },
});

const request = (over: Partial<GuardedRequest> = {}): GuardedRequest => ({
  operation: 'models.generateContent',
  cost: 'tokens',
  model: ARGON,
  program: 'a-program/1.0',
  body: { generationConfig: { maxOutputTokens: 5000 } },
  ...over,
});

function world(caps: Cap[], ledger?: Ledger) {
  const clock = { time: NOON, now: () => clock.time };
  const warned: string[] = [];
  const used = ledger ?? new MemoryLedger(clock);
  const guard = new SpendGuard({
    ledger: used,
    clock,
    caps: () => caps,
    onWarn: ({ cap }, percent) => void warned.push(`${cap.per} ${percent}`),
    onError: (error) => assert.fail(String(error)),
  });
  /** Sends a request whose response has so many tokens. */
  const spend = (output: number, over?: Partial<GuardedRequest>): void => {
    const running = guard.begin(request(over));
    running.add(usage(output));
    running.settle(true);
  };
  const lines = (): SpendLine[] => {
    used.restart();
    return [...used.read('2000-01-01')].map(([, line]) => line);
  };
  return { guard, clock, warned, spend, lines, ledger: used };
}

const dollars = (guard: SpendGuard): (number | undefined)[] =>
  guard.states().map(({ purse }) => Math.round(purse.dollars * 1000) / 1000);

describe('a spend guard', () => {
  it('writes what a request cost, with neither texts nor keys', () => {
    const { lines, spend } = world([]);
    const body = { contents: [{ parts: [{ text: 'a secret' }] }] };
    spend(1000, { connection: 'aaaaaaaa', folder: '/projects/app', body });
    const [{ id, ...line } = { id: '' }, ...others] = lines() as (SpendLine & { id: string })[];
    assert.deepEqual(others, []);
    assert.match(id, /^[\w-]+$/);
    assert.deepEqual(line, {
      time: NOON,
      connection: 'aaaaaaaa',
      folder: '/projects/app',
      program: 'a-program/1.0',
      operation: 'models.generateContent',
      model: ARGON,
      tokens: 1000,
      micros: 10_000,
      price: 'known',
    });
  });

  it('refuses a request that does not fit, and says what to do', () => {
    const { guard, spend } = world([{ per: 'day', dollars: 1 }]);
    spend(95_000);
    assert.throws(
      () => guard.begin(request()),
      (error: SpendCapError) => {
        assert.equal(error.reason, 'spendCap');
        assert.match(
          error.message,
          /^Refused on this machine\. Nothing was sent\. Spent about \$0\.95 of \$1\.00 today\./,
        );
        assert.match(error.message, /This request can cost \$0\.05.*Resets at /);
        return true;
      },
    );
    // A shorter one fits.
    guard.begin(request({ body: { generationConfig: { maxOutputTokens: 1000 } } }));
  });

  const APP = { folder: join('/work', 'app') };
  const SCOPES: readonly (readonly [string, Omit<Cap, 'per'>, Partial<GuardedRequest>, boolean])[] =
    [
      ['all requests', {}, {}, true],
      ['its connection', { connection: 'aaaaaaaa' }, { connection: 'aaaaaaaa' }, true],
      ['no other connection', { connection: 'aaaaaaaa' }, { connection: 'bbbbbbbb' }, false],
      ['no app', { connection: 'aaaaaaaa' }, APP, false],
      ['its folder', APP, APP, true],
      ['folders inside', APP, { folder: join('/work', 'app', 'web') }, true],
      ['no folder beside it', APP, { folder: join('/work', 'app2') }, false],
      ['no window without a folder', APP, {}, false],
    ];
  for (const [what, scope, over, isCounted] of SCOPES) {
    it(`counts ${what} for a cap`, () => {
      const { guard, spend } = world([{ ...scope, per: 'month', tokens: 1_000_000 }]);
      spend(1000, over);
      assert.equal(guard.states()[0]?.purse.tokens, isCounted ? 1000 : 0);
    });
  }

  it('refuses requests of unknown price under a cap in dollars, unless they are allowed', () => {
    const unpriced = request({ model: 'models/unheard-of' });
    const batch = request({ cost: 'batch' });
    for (const one of [unpriced, batch]) {
      const { guard } = world([{ per: 'day', dollars: 1 }]);
      assert.throws(() => guard.begin(one), /price of this request is unknown/);
      const { guard: open } = world([{ per: 'day', dollars: 1, unknownPrices: true }]);
      open.begin(one).settle(true);
      assert.equal(open.states()[0]?.purse.unknown, 1);
      const { guard: counting } = world([{ per: 'day', tokens: 100_000 }]);
      counting.begin(one).settle(true);
    }
  });

  it('allows unknown prices under a cap until the end of the day, after it refused one', () => {
    const caps: Cap[] = [
      { per: 'day', dollars: 1 },
      { per: 'month', dollars: 1 },
    ];
    const { guard, clock, spend } = world(caps);
    const unpriced = request({ cost: 'batch' });
    const states = (): unknown[] => guard.states().map((state) => state.unpriced);
    assert.deepEqual(states(), [undefined, undefined]);
    for (const cap of caps) {
      assert.throws(() => guard.begin(unpriced), {
        cap,
        hint: /run Allow More Today\. For apps, set unknownPrices in /,
      });
      guard.allowUnknownPrices(cap);
    }
    guard.begin(unpriced).release();
    assert.deepEqual(states(), ['allowed', 'allowed']);
    // What is full stays full.
    spend(95_000);
    assert.throws(() => spend(5000), /This request can cost/);
    clock.time += 24 * 60 * 60 * 1000;
    assert.throws(() => guard.begin(unpriced), SpendCapError);
  });

  it('starts again at midnight in California, and with a month', () => {
    const { guard, spend, clock } = world([
      { per: 'day', dollars: 5 },
      { per: 'month', dollars: 50 },
    ]);
    spend(100_000);
    assert.deepEqual(dollars(guard), [1, 1]);
    // 11:59 PM on November 30 in California, when it is December in UTC and Argon costs more.
    clock.time = Date.parse('2026-12-01T07:59:59Z');
    spend(100_000);
    assert.deepEqual(dollars(guard), [3, 3]);
    clock.time += 2000;
    assert.deepEqual(dollars(guard), [0, 0]);
    spend(100_000);
    clock.time += 24 * 60 * 60 * 1000;
    assert.deepEqual(dollars(guard), [0, 2]);
  });

  it('counts a request that runs over midnight for the day on which it ends', () => {
    const { guard, clock } = world([{ per: 'day', dollars: 5 }]);
    clock.time = Date.parse('2026-11-30T07:59:59Z');
    const running = guard.begin(request());
    clock.time += 2000;
    assert.deepEqual(dollars(guard), [0]);
    running.add(usage(1000));
    running.settle(true);
    assert.deepEqual(dollars(guard), [0.01]);
  });

  const ENDS: readonly (readonly [
    string,
    (running: RunningSpend) => void,
    number,
    string | undefined,
  ])[] = [
    // The estimate: 5,000 tokens of a response, and a few of the request.
    ['told nothing', (running) => running.settle(false), 50_000, 'partly'],
    [
      'told a part',
      (running) => (running.add(usage(2000)), running.settle(false)),
      20_000,
      'partly',
    ],
    ['failed', (running) => running.release(), 0, undefined],
    [
      'searched',
      (running) => {
        running.add({ ...usage(1000), candidates: [{ groundingMetadata: {} }] });
        running.settle(true);
      },
      10_000,
      'partly',
    ],
  ];
  for (const [what, end, micros, price] of ENDS) {
    it(`marks the price of a request that ${what}`, () => {
      const { guard, lines } = world([{ per: 'day', dollars: 5 }]);
      const running = guard.begin(request());
      end(running);
      // Only the first end counts.
      running.release();
      running.settle(true);
      const last = lines().at(-1);
      assert.ok(last && 'id' in last);
      const found = 'micros' in last ? last : { micros: 0, price: undefined };
      assert.ok(Math.abs((found.micros ?? 0) - micros) < 500, String(found.micros));
      assert.equal(found.price, price);
      assert.equal(lines().length, 2);
    });
  }

  it('warns once at 50 and once at 80 percent, and allows more for a day', () => {
    const { guard, spend, warned, clock } = world([{ per: 'day', dollars: 1 }]);
    for (let at = 0; at < 9; at++) spend(10_000);
    assert.deepEqual(warned, ['day 50', 'day 80']);
    spend(10_000);
    assert.throws(() => spend(10_000), SpendCapError);
    const [{ cap } = assert.fail()] = guard.states();
    guard.allowMore(cap);
    spend(10_000);
    assert.equal(guard.states()[0]?.purse.budget.dollars, 2);
    clock.time += 24 * 60 * 60 * 1000;
    assert.equal(guard.states()[0]?.purse.budget.dollars, 1);
  });
});

describe('a spend ledger', () => {
  const folder = folderForEach();

  const shared = (caps: Cap[]): ReturnType<typeof world> => {
    const clock = { now: () => NOON };
    return world(caps, new FileLedger(join(folder(), 'spend'), clock));
  };

  it('keeps three windows with 200 parallel requests within a cap', () => {
    const caps: Cap[] = [{ per: 'day', dollars: 2.5 }];
    const windows = [shared(caps), shared(caps), shared(caps)];
    const running: RunningSpend[] = [];
    let refused = 0;
    for (let at = 0; at < 200; at++) {
      try {
        const { guard } = windows[at % 3] ?? assert.fail();
        running.push(guard.begin(request()));
      } catch (error) {
        assert.ok(error instanceof SpendCapError);
        refused += 1;
      }
    }
    // $0.05 are reserved for each.
    assert.deepEqual([running.length, refused], [49, 151]);
    for (const one of running) {
      one.add(usage(5000));
      one.settle(true);
    }
    assert.deepEqual(
      windows.map(({ guard }) => dollars(guard)),
      [[2.45], [2.45], [2.45]],
    );
  });

  it('warns in one window only', () => {
    const windows = [
      shared([{ per: 'month', dollars: 1 }]),
      shared([{ per: 'month', dollars: 1 }]),
    ];
    windows[0]?.spend(60_000);
    windows[1]?.spend(10_000);
    windows[1]?.guard.look();
    assert.deepEqual(
      windows.map(({ warned }) => warned),
      [['month 50'], []],
    );
  });

  it('skips lines that it can not read, and waits for the end of a line', () => {
    const one = shared([{ per: 'day', dollars: 5 }]);
    one.spend(10_000);
    const ledger = new FileLedger(join(folder(), 'spend'), { now: () => NOON });
    ledger.append('nonsense' as never);
    ledger.append({ id: 'x', tokens: 'many' } as never);
    ledger.close();
    assert.deepEqual(dollars(one.guard), [0.1]);
  });

  it('adds up the month, and removes days after 13 months', () => {
    const clock = { time: Date.parse('2025-01-15T20:00:00Z'), now: () => clock.time };
    const ledger = new FileLedger(join(folder(), 'spend'), clock);
    ledger.append({ allow: '' });
    clock.time = NOON - 24 * 60 * 60 * 1000;
    const { spend } = world([], ledger);
    spend(100_000);
    ledger.close();
    assert.deepEqual(readdirSync(join(folder(), 'spend')), ['2026-11-29']);
    assert.deepEqual(dollars(shared([{ per: 'month', dollars: 50 }]).guard), [1]);
  });
});
