import assert from 'node:assert/strict';
import { pricesOn } from '../../../src/api/modelPack';
import { estimatePrice, type PricedUse } from '../../../src/catalog/priceEstimate';
import { priceLine } from '../../../src/resources/batches/plan';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const LATER = Date.parse('2027-01-01T00:00:00Z');

/** In millionths of a dollar, rounded. */
function micros(
  model: string,
  usage: PricedUse['usage'],
  over: Partial<PricedUse> = {},
  now = NOW,
): Readonly<Record<string, number>> | undefined {
  const estimate = estimatePrice({ models: [model], usage, ...over }, now);
  if (!estimate) return undefined;
  return Object.fromEntries(
    Object.entries(estimate).map(([part, dollars]) => [part, Math.round(Number(dollars) * 1e6)]),
  );
}

const thousand = { promptTokenCount: 1000, candidatesTokenCount: 1000 };

/**
 * Dollars for a million tokens in and a million out on 2026-11-30 and on 2026-12-01, in UTC; with `cached`, all that
 * went in was cached.
 */
const DECEMBER: readonly (readonly [string, string, number, number])[] = [
  // 2 + 10 and 4 + 20; half of it; 1.8 of it; 0.10 + 10 and 0.20 + 20.
  ['gemini-4-argon', 'standard', 12, 24],
  ['gemini-4-argon', 'batch', 6, 12],
  ['gemini-4-argon', 'flex', 6, 12],
  ['gemini-4-argon', 'priority', 21.6, 43.2],
  ['gemini-4-argon', 'cached', 10.1, 20.2],
  // As Argon.
  ['gemini-4-carbon', 'standard', 12, 24],
  ['gemini-4-carbon', 'batch', 6, 12],
  ['gemini-4-carbon', 'flex', 6, 12],
  ['gemini-4-carbon', 'priority', 21.6, 43.2],
  ['gemini-4-carbon', 'cached', 10.1, 20.2],
  // 1.5 + 7.5; 0.75 + 3.75; 2.7 + 13.5; 0.075 + 7.5.
  ['gemini-4-hydrogen', 'standard', 9, 9],
  ['gemini-4-hydrogen', 'batch', 4.5, 4.5],
  ['gemini-4-hydrogen', 'flex', 4.5, 4.5],
  ['gemini-4-hydrogen', 'priority', 16.2, 16.2],
  ['gemini-4-hydrogen', 'cached', 7.575, 7.575],
  // 3 + 15; 1.5 + 7.5; 5.4 + 27; 0.15 + 15.
  ['gemini-4-neon', 'standard', 18, 18],
  ['gemini-4-neon', 'batch', 9, 9],
  ['gemini-4-neon', 'flex', 9, 9],
  ['gemini-4-neon', 'priority', 32.4, 32.4],
  ['gemini-4-neon', 'cached', 15.15, 15.15],
  // For prompts over 200k 2.5 + 15, cached 0.25 + 15; its batches 0.625 + 5. Then as 3.8 Flash: 0.75 + 3.75 and its tiers.
  ['gemini-2.5-pro', 'standard', 17.5, 4.5],
  ['gemini-2.5-pro', 'cached', 15.25, 3.825],
  // Then 0.375 + 1.875, which are shown in cents for the prompts: 0.38 + 1.875.
  ['gemini-2.5-pro', 'batch', 5.63, 2.255],
  // 0.3 + 2.5 and 0.03 + 2.5, before and as 3.5 Flash-Lite; halves of it.
  ['gemini-2.5-flash', 'standard', 2.8, 2.8],
  ['gemini-2.5-flash', 'cached', 2.53, 2.53],
  ['gemini-2.5-flash', 'batch', 1.4, 1.4],
  ['gemini-2.5-flash', 'flex', 1.4, 1.4],
  // 0.54 + 4.5.
  ['gemini-3.5-flash-lite', 'priority', 5.04, 5.04],
  // As 3.6 Flash since October: 0.75 + 3.75; 0.375 + 1.875; 1.35 + 6.75.
  ['gemini-3.5-flash', 'standard', 4.5, 4.5],
  ['gemini-3.5-flash', 'flex', 2.25, 2.25],
  ['gemini-3.5-flash', 'priority', 8.1, 8.1],
];

describe('the estimated price of an answer', () => {
  it('is what went in, what was cached, thoughts and answer, each by its own price', () => {
    const usage = {
      ...{ promptTokenCount: 10_000, cachedContentTokenCount: 8000, toolUsePromptTokenCount: 1000 },
      ...{ candidatesTokenCount: 300, thoughtsTokenCount: 200 },
    };
    // $0.30 in, $0.03 cached, $2.50 out.
    assert.deepEqual(micros('models/gemini-2.5-flash', usage), {
      total: 2390,
      input: 900,
      cached: 240,
      output: 1250,
      saved: 2160,
    });
  });

  it('follows the kinds of content where these have prices of their own', () => {
    const spoken = {
      promptTokenCount: 1000,
      promptTokensDetails: [
        { modality: 'TEXT' as const, tokenCount: 400 },
        { modality: 'AUDIO' as const, tokenCount: 600 },
      ],
    };
    assert.equal(micros('gemini-2.5-flash', spoken)?.input, 720);
    const cached = {
      ...spoken,
      cachedContentTokenCount: 600,
      cacheTokensDetails: [{ modality: 'AUDIO' as const, tokenCount: 600 }],
    };
    assert.equal(micros('gemini-2.5-flash', cached)?.cached, 60);
    assert.equal(micros('gemini-3.1-flash-lite', cached), undefined);
    const drawn = {
      candidatesTokenCount: 1300,
      candidatesTokensDetails: [{ modality: 'IMAGE' as const, tokenCount: 1290 }],
    };
    assert.equal(micros('gemini-2.5-flash-image', drawn)?.output, 38_725);
  });

  it('is dearer for long prompts, where that is told of one request', () => {
    const long = { promptTokenCount: 300_000, candidatesTokenCount: 1000 };
    assert.equal(micros('gemini-2.5-pro', long)?.total, 765_000);
    assert.equal(micros('gemini-2.5-pro', { ...long, promptTokenCount: 200_000 })?.total, 260_000);
    assert.equal(micros('gemini-1.5-flash', { promptTokenCount: 150_000 })?.total, 22_500);
    assert.equal(micros('gemini-2.5-pro', long, { isSum: true }), undefined);
  });

  it('is that of the tier that served it', () => {
    assert.equal(micros('gemini-2.5-pro', thousand, { tier: 'priority' }), undefined);
    const cached = { ...thousand, cachedContentTokenCount: 500 };
    assert.equal(micros('gemini-3.5-flash-lite', cached, { tier: 'flex' }), undefined);
  });

  it('knows until when prices hold, and what follows', () => {
    assert.equal(micros('gemini-3.8-flash', thousand)?.total, 4500);
    assert.equal(micros('gemini-3.8-flash', thousand, {}, LATER)?.total, 9000);
    // Half of 1.5 and 7.5, and 1.8 of them.
    assert.equal(micros('gemini-3.8-flash', thousand, { tier: 'flex' }, LATER)?.total, 4500);
    assert.equal(micros('gemini-3.8-flash', thousand, { tier: 'priority' }, LATER)?.total, 16_200);
    const streaming = 'gemini-robotics-er-2-streaming-preview';
    assert.deepEqual(pricesOn(streaming, NOW), { input: 1, output: 5 });
    assert.equal(pricesOn(streaming, LATER), undefined);
  });

  it('changes with the first day of December 2026, in each tier', () => {
    for (const [model, tier, before, after] of DECEMBER) {
      const at = (now: string): number | undefined => {
        // A million tokens each, so that the prices themselves add up.
        const usage = { promptTokenCount: 1e6, candidatesTokenCount: 1e6 };
        if (tier === 'batch') {
          const line = priceLine(
            { model: `models/${model}`, check: { tokens: 1e6 } as never },
            Date.parse(now),
          );
          const [, prompts, answers] = /^about \$([\d.]+) .*at \$([\d.]+)/.exec(line ?? '') ?? [];
          return Number(prompts) + Number(answers);
        }
        const cached = tier === 'cached' && { cachedContentTokenCount: 1e6 };
        const total = micros(model, { ...usage, ...cached }, { tier }, Date.parse(now))?.total;
        return total === undefined ? undefined : total / 1e6;
      };
      const what = `${model}, ${tier}`;
      assert.equal(at('2026-11-30T23:59:59Z'), before, what);
      assert.equal(at('2026-12-01T00:00:00Z'), after, what);
    }
  });

  it('is that of the model that the answer names', () => {
    const models = ['gemini-2.5-flash', 'models/gemini-flash-latest'];
    assert.equal(micros('', thousand, { models })?.total, 2800);
    assert.equal(micros('', thousand, { models: ['unheard-of', 'gemini-2.5-flash'] })?.total, 2800);
  });

  it('is not there where a price of any part is not known', () => {
    assert.equal(micros('models/emulator-flash', thousand), undefined);
    assert.equal(micros('gemini-flash-latest', thousand), undefined);
    // A model that draws, and nobody told what of its answer are pictures.
    assert.equal(micros('gemini-2.5-flash-image', thousand), undefined);
    assert.equal(
      micros('gemini-2.0-flash-lite', { ...thousand, cachedContentTokenCount: 5 }),
      undefined,
    );
    assert.equal(micros('gemini-2.5-flash', {}), undefined);
  });
});
