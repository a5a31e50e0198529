import assert from 'node:assert/strict';
import { pricesOn } from '../../../src/api/modelPack';
import { estimatePrice, type PricedUse } from '../../../src/catalog/priceEstimate';

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

describe('the estimated price of an answer', () => {
  it('is what went in, what was cached, thoughts and answer, each by its own price', () => {
    const usage = {
      promptTokenCount: 10_000,
      cachedContentTokenCount: 8000,
      toolUsePromptTokenCount: 1000,
      candidatesTokenCount: 300,
      thoughtsTokenCount: 200,
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
