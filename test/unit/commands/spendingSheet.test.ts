import assert from 'node:assert/strict';
import { PACK_DATE } from '../../../src/api/modelPack';
import { MemoryLedger, type SpendEntry } from '../../../src/catalog/spend/ledger';
import { Purse } from '../../../src/catalog/spend/caps';
import { readSummary } from '../../../src/catalog/spend/summary';
import { spendingSheet } from '../../../src/commands/spendingSheet';

const clock = { time: 0, now: () => clock.time };
const YESTERDAY = Date.parse('2026-11-29T20:00:00Z');
const TODAY = Date.parse('2026-11-30T20:00:00Z');

let count = 0;
const entry = (over: Partial<SpendEntry>): SpendEntry => ({
  id: String((count += 1)),
  time: 0,
  program: 'VS Code',
  operation: 'models.generateContent',
  model: 'models/gemini-4-argon',
  tokens: 1000,
  price: 'known',
  ...over,
});

describe('the page of spending', () => {
  it('adds up today and the month by model and app, and what is unknown', () => {
    const ledger = new MemoryLedger(clock);
    clock.time = YESTERDAY;
    ledger.append(entry({ micros: 2_000_000 }));
    clock.time = TODAY;
    const agent = 'google-genai-sdk/3.3.0 gl-node/v24';
    ledger.append(entry({ program: agent, micros: 500_000, isReserved: true, id: 'x' }));
    ledger.append(entry({ program: agent, micros: 250_000, price: 'partly', id: 'x' }));
    ledger.append(entry({ model: 'gemini-live', price: 'unknown' }));
    ledger.append(entry({ id: 'y', isReserved: true }));
    ledger.append({ id: 'y', isReleased: true });
    const cap = { per: 'day', dollars: 0.3, connection: 'aaaaaaaa', folder: '/app' } as const;
    const purse = new Purse(cap);
    purse.spend({ tokens: 1000, dollars: 0.25 });
    const { blocks } = spendingSheet(
      readSummary(ledger),
      [{ cap, purse }],
      (id) => (id === 'aaaaaaaa' ? 'Work' : undefined),
      TODAY,
    );
    const [, note, facts] = blocks;
    assert.match(JSON.stringify(note), new RegExp(`${PACK_DATE}.*This isn’t your bill`));
    assert.deepEqual(facts, {
      kind: 'facts',
      rows: [
        ['Today', 'about $0.25, 2 requests, 1 with a partly known price, plus 1 of unknown price'],
        [
          'This month',
          'about $2.25, 3 requests, 1 with a partly known price, plus 1 of unknown price',
        ],
      ],
    });
    assert.match(JSON.stringify(blocks), /Running requests can exceed a limit/);
    const cells = blocks.flatMap((block) =>
      block.kind === 'table' ? [block.rows.map((row) => row.cells.map(({ text }) => text))] : [],
    );
    const [[limit = []] = [], ...others] = cells;
    assert.deepEqual(limit.slice(0, 2), ['Work, /app', 'about $0.25 of $0.30 today']);
    assert.deepEqual(others, [
      [
        ['gemini-4-argon', '$0.25', '$2.25', '2', '2,000'],
        ['gemini-live', 'unknown', 'unknown', '1', '1,000'],
      ],
      [
        ['VS Code', 'unknown', '$2.00 + 1 unknown', '2', '2,000'],
        ['google-genai-sdk/3.3.0', '$0.25', '$0.25', '1', '1,000'],
      ],
    ]);
  });
});
