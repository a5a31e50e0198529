import assert from 'node:assert/strict';
import { fits } from '../support/answers.mjs';

/** @typedef {import('../support/methods.mjs').Calls} Calls */

const ASKED = {
  model: 'gemini-decision-1',
  input: 'Parcel arrived wet, the lamp flickers.',
  questions: {
    broken: { type: 'noul', instructions: 'Is the product defective?' },
    desk: {
      type: 'choice',
      instructions: 'Who handles it?',
      criteria: { carrier: 'Transport damage', other: 'None of these' },
    },
    heat: { type: 'score', instructions: 'How upset is the writer?', criteria: ['calm', 'angry'] },
  },
};

/** Decisions. @type {Calls} */
export const decisionCalls = {
  'decisions.create': async ({ ai, emulator }) => {
    const made = await fits('decisions.create', await ai.decisions.create(ASKED));
    assert.deepEqual(Object.keys(made.answers), ['broken', 'desk', 'heat']);
    assert.equal(made.usage.total_output_tokens, 0);
    const { entries } = await emulator.control('log');
    assert.equal(entries.findLast((/** @type {any} */ one) => one.target).target, '/v1/decisions');
    const inBeta = await ai.decisions.create({ ...ASKED, api_version: 'v1beta' });
    assert.deepEqual(inBeta.answers, made.answers);
    const blocked = await ai.decisions.create({ ...ASKED, input: '[[block-prompt]]' });
    assert.equal(blocked.answers, undefined);
    assert.equal(blocked.prompt_feedback.block_reason, 'safety');
    await assert.rejects(ai.decisions.create({ ...ASKED, questions: {} }), { status: 400 });
    await assert.rejects(ai.decisions.create({ ...ASKED, model: 'none' }), { status: 404 });
    // The SDK sends it again by itself.
    const fault = { kind: 'status', status: 429, count: 1 };
    await emulator.control('faults', { operation: 'decisions.create', ...fault });
    assert.deepEqual((await ai.decisions.create(ASKED)).answers, made.answers);
  },
};
