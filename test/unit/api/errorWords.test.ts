import assert from 'node:assert/strict';
import { decodeErrorEnvelope } from '../../../src/api/errors/decode';

function answered(code: string, message = 'It says why.') {
  const { httpStatus, status, reason, hint } = decodeErrorEnvelope(
    { error: { code, message } },
    undefined,
  );
  return { httpStatus, status, reason, hint };
}

describe('errors whose code is a word', () => {
  it('say what to do where the word says more than the status', () => {
    assert.equal(answered('model_not_found', 'Gone.').reason, 'modelNotFound');
    assert.equal(answered('payment_required').reason, 'credits');
    const cap = answered('payment_required', 'Refused on this machine. Nothing was sent.');
    assert.deepEqual([cap.httpStatus, cap.reason, cap.hint], [402, 'spendCap', undefined]);
    assert.match(answered('safety').hint ?? '', /safety settings/);
    assert.match(answered('missing_thought_signature').hint ?? '', /signature/);
    assert.equal(answered('quota_exceeded').reason, 'quota');
  });

  it('tell the word where nothing else is said, and take words that nobody knows', () => {
    const { message } = decodeErrorEnvelope({ error: { code: 'too_many_tool_calls' } }, undefined);
    assert.equal(message, 'too many tool calls');
    const unknown = decodeErrorEnvelope(
      { error: { code: 'toString', message: 'Odd.' } },
      undefined,
    );
    assert.deepEqual([unknown.httpStatus, unknown.status], [500, 'INTERNAL']);
  });
});
