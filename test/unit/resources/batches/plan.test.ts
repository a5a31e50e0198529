import assert from 'node:assert/strict';
import { nameProblem, priceLine, proposedName } from '../../../../src/resources/batches/plan';

const NOW = '2026-01-31 12:00:03';

describe('the name of a batch', () => {
  it('is that of its file and the minute, and no other batch’s', () => {
    const name = proposedName({ name: 'tides.jsonl' }, NOW);
    assert.equal(name, 'tides 01-31 12:00');
    const taken = new Set([name, `${name} (2)`]);
    assert.equal(proposedName({ name: 'tides.jsonl' }, NOW, taken), 'tides 01-31 12:00 (3)');
  });

  it('is neither empty nor endless', () => {
    assert.equal(nameProblem('  '), 'Enter a name.');
    assert.match(nameProblem('x'.repeat(121)) ?? '', /^The name has 121 characters\./);
  });
});

describe('the price of a batch', () => {
  const price = (model: string, tokens: number, now: string) => {
    const check = { good: 1, bad: 0, problems: [], bytes: 1, tokens, digest: '' };
    return priceLine({ model, check }, Date.parse(now))?.replace(/, as of .*/, '');
  };

  it('is that of the documents, and another one when that is over', () => {
    const model = 'models/gemini-3.8-flash';
    const before = price(model, 4_000_000, '2026-12-01T00:00:00Z');
    assert.equal(before, 'about $1.50 for the prompts, responses at $1.875 per million tokens');
    const after = price(model, 4_000_000, '2027-02-01T00:00:00Z');
    assert.equal(after, 'about $3.00 for the prompts, responses at $3.75 per million tokens');
  });
});
