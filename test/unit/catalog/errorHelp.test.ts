import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { operationIds } from '../../../src/api/operations';
import { retryReason } from '../../../src/catalog/errorHelp';
import { operationTitle } from '../../../src/catalog/text';
import { failure } from '../../fakes/retryWait';

function reason(error: Parameters<typeof retryReason>[0]): string {
  return localizedText(retryReason(error));
}

describe('why a call waits', () => {
  it('names the time that a quota is counted over, where its id does', () => {
    assert.equal(reason(failure(429)), 'The quota per minute is used up.');
    assert.equal(
      reason(failure(429, 'generate_requests_per_hour')),
      'The quota per hour is used up.',
    );
    assert.equal(reason(failure(429, 'TokensFreeTier')), 'The quota is used up for now.');
  });
});

describe('what an operation is called', () => {
  it('is words for every operation', () => {
    for (const id of operationIds()) assert.match(operationTitle(id), /^[A-Z][a-z]+( [a-z]+)*$/);
  });
});
