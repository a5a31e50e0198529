import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { TransportError } from '../../../src/api/errors';
import { operationIds } from '../../../src/api/operations';
import { retryReason } from '../../../src/catalog/errorHelp';
import { operationTitle } from '../../../src/catalog/text';
import { failure } from '../../fakes/retryWait';

function reason(error: Parameters<typeof retryReason>[0]): string {
  return localizedText(retryReason(error));
}

describe('why a call waits', () => {
  it('is told by what was answered, in our own words', () => {
    assert.deepEqual(
      [503, 502, 504, 408, 500].map((status) => reason(failure(status))),
      [
        'The API is busy (503).',
        'A gateway couldn’t reach the API (502).',
        'The API took too long (504).',
        'The API took too long (408).',
        'The API returned an error (500).',
      ],
    );
    assert.equal(reason(new TransportError('reset', 'Gone.')), 'The connection was lost.');
  });

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
