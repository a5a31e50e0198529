import assert from 'node:assert/strict';
import { readNumber } from '../../../../src/resources/search/askForCondition';
import {
  type Filter,
  filtersText,
  metadataFilters,
  type OperatorId,
  withCondition,
} from '../../../../src/resources/search/filter';

const only = (operator: OperatorId, value: string | number): readonly Filter[] => [
  { level: 'chunk', key: 'k', conditions: [{ operator, value }] },
];

describe('filters of a search', () => {
  it('are sent with the key and the type of value that the service wants', () => {
    assert.deepEqual(metadataFilters(only('atLeast', 2022)), [
      {
        key: 'chunk.custom_metadata.k',
        conditions: [{ numericValue: 2022, operation: 'GREATER_EQUAL' }],
      },
    ]);
    assert.deepEqual(metadataFilters(only('includes', '12')), [
      {
        key: 'chunk.custom_metadata.k',
        conditions: [{ stringValue: '12', operation: 'INCLUDES' }],
      },
    ]);
    const odd = [{ level: 'document', key: 'a.b “c” ü', conditions: [] }] as const;
    assert.equal(metadataFilters(odd)[0]?.key, 'document.custom_metadata.a.b “c” ü');
  });

  it('join conditions on one key with or, and filters with and', () => {
    const page = { level: 'chunk', key: 'page' } as const;
    const first = withCondition([], page, { operator: 'less', value: 3 }, 'and');
    const either = withCondition(first, page, { operator: 'greater', value: 9 }, 'or');
    assert.equal(either.length, 1);
    const both = withCondition(either, page, { operator: 'differs', value: 40 }, 'and');
    const year = { level: 'document', key: 'page' } as const;
    const all = withCondition(both, year, { operator: 'equals', value: 1 }, 'or');
    assert.equal(
      filtersText(all),
      'chunk.page is less than 3 or chunk.page is greater than 9, and ' +
        'chunk.page does not equal 40, and document.page equals 1',
    );
    assert.deepEqual(
      metadataFilters(all).map(({ conditions }) => (conditions as unknown[]).length),
      [2, 1, 1],
    );
  });

  it('take numbers as people write them, and nothing that the service could not keep', () => {
    const read = ['5', ' -1.5 ', '+2', '.5', '2e3', '2022.'].map(readNumber);
    assert.deepEqual(read, [5, -1.5, 2, 0.5, 2000, 2022]);
    for (const text of ['', ' ', 'x', '0x10', '1,5', '1e99', 'NaN', 'Infinity', '1 2', '--1']) {
      assert.equal(readNumber(text), undefined, text);
    }
  });
});
