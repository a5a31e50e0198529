import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import {
  estimateRequest,
  type PaidRequest,
  UsageReader,
} from '../../../../src/catalog/spend/pricing';

const NOW = Date.parse('2026-11-30T20:00:00Z');

// $0.75 for a million tokens of a request, $3.75 of a response, and half of it in the flex tier.
const request = (over: Partial<PaidRequest> = {}): PaidRequest => ({
  operation: 'models.generateContent',
  cost: 'tokens',
  model: 'models/gemini-3.8-flash',
  body: {},
  ...over,
});

const NATIVE = { promptTokenCount: 1000, candidatesTokenCount: 200, thoughtsTokenCount: 100 };
const LIVE = { promptTokenCount: 1000, responseTokenCount: 300, totalTokenCount: 1300 };
const STEPS = { total_input_tokens: 1000, total_output_tokens: 200, total_thought_tokens: 100 };
const OPENAI = { prompt_tokens: 1000, completion_tokens: 300, total_tokens: 1300 };
const live = request({ operation: 'live.bidiGenerateContent' });

/** Responses, with their tokens, millionths of a dollar, and how much is known. */
const RESPONSES: {
  readonly [what: string]: readonly [PaidRequest, readonly JsonObject[], number, number?, string?];
} = {
  'a response': [request(), [{ usageMetadata: NATIVE }], 1300, 1875],
  'the last chunk of a stream': [
    request(),
    [{ usageMetadata: { promptTokenCount: 1000 } }, {}, { usageMetadata: NATIVE }],
    1300,
    1875,
  ],
  'the model and tier that answered': [
    request({ model: 'models/gemini-flash-latest' }),
    [{ modelVersion: 'gemini-3.8-flash', usageMetadata: { ...NATIVE, serviceTier: 'FLEX' } }],
    1300,
    938,
  ],
  'an interaction': [request(), [{ usage: STEPS }], 1300, 1875],
  'the last event of an interaction': [
    request(),
    [{ event_type: 'interaction.completed', interaction: { usage: STEPS } }],
    1300,
    1875,
  ],
  'a chat completion': [request(), [{ usage: OPENAI }], 1300, 1875],
  'each turn of a session': [
    live,
    [{ setupComplete: {} }, { usageMetadata: LIVE }, { usageMetadata: LIVE }],
    2600,
    3750,
  ],
  'an agent, whose models are unknown': [
    request({ body: { agent: 'deep-research' } }),
    [{ usage: STEPS }],
    1300,
  ],
  'a batch, which is paid later': [request({ cost: 'batch' }), [{ usageMetadata: NATIVE }], 1300],
};

describe('the cost of a response', () => {
  for (const [what, [asked, pieces, tokens, micros]] of Object.entries(RESPONSES)) {
    it(`is known from ${what}`, () => {
      const reader = new UsageReader(asked);
      for (const piece of pieces) reader.add(piece);
      const charge = reader.charge(NOW);
      assert.equal(charge?.tokens, tokens);
      const { dollars } = charge;
      assert.equal(dollars === undefined ? undefined : Math.round(dollars * 1e6), micros);
      assert.equal(charge.price, micros === undefined ? 'unknown' : 'known');
    });
  }

  it('is unknown without counts', () => {
    assert.equal(new UsageReader(request()).charge(NOW), undefined);
  });
});

describe('the estimate of a request', () => {
  const text = 'x'.repeat(3000);
  const data = 'x'.repeat(70_000);
  const limit = (maxOutputTokens: number): JsonObject => ({
    generationConfig: { maxOutputTokens },
  });

  /** Requests, with the usual length of a response, and the estimated tokens without field names. */
  const REQUESTS: {
    readonly [what: string]: readonly [Partial<PaidRequest>, number | undefined, number];
  } = {
    'an unknown length': [{}, undefined, 8192],
    'twice the usual length': [{}, 500, 1000],
    'at most the limit': [{ body: limit(100) }, undefined, 100],
    'its text': [{ body: { contents: [{ parts: [{ text }] }] } }, 0, 1000],
    'its media by size': [{ body: { contents: [{ parts: [{ inlineData: { data } }] }] } }, 0, 1100],
    'no response of an embedding': [{ operation: 'models.embedContent' }, undefined, 0],
  };
  for (const [what, [over, usual, tokens]] of Object.entries(REQUESTS)) {
    it(`counts ${what}`, () => {
      const estimate = estimateRequest(request(over), usual, NOW);
      assert.ok(Math.abs(estimate.tokens - tokens) < 20, String(estimate.tokens));
    });
  }

  it('has the price of images for models that make them', () => {
    const asked = request({ model: 'models/gemini-3.1-flash-image', body: limit(1000) });
    assert.ok((estimateRequest(asked, undefined, NOW).dollars ?? 0) > 0);
  });
});
