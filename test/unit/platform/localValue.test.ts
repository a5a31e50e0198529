import assert from 'node:assert/strict';
import { localValue, type InspectedSetting } from '../../../src/platform/localValue';

describe('the value of a setting that counts', () => {
  const rows: readonly (readonly [string, InspectedSetting | undefined, unknown])[] = [
    ['none where there is no such setting', undefined, undefined],
    ['none where the user has set none', { globalValue: undefined }, undefined],
    ['the user’s', { globalValue: 'user', globalLocalValue: 'user' }, 'user'],
    ['that of the default profile, which other profiles share', { globalValue: 'user' }, 'user'],
    ['none where only a remote machine has one', machine(undefined), undefined],
    ['the user’s beside one of a remote machine', machine('user'), 'user'],
  ];
  for (const [title, inspected, expected] of rows) {
    it(`is ${title}`, () => assert.equal(localValue(inspected), expected));
  }
});

/** As before VS Code 1.132, where the machine has nested settings: they win. */
function machine(local: unknown): InspectedSetting {
  const shared = { globalValue: 'machine', globalRemoteValue: 'machine' };
  return local === undefined ? shared : { ...shared, globalLocalValue: local };
}
