import assert from 'node:assert/strict';
import type { CheckState } from '../../../../src/auth/doctor/check';
import { DoctorList } from '../../../../src/auth/doctor/doctorList';
import { english } from '../../../fakes/l10n';
import { FakePrompts } from '../../../fakes/prompts';

describe('the list of the doctor', () => {
  /** Label of the row that has the focus, with checks of these states, each of which has a fix or none. */
  function focused(rows: readonly (readonly [state: CheckState, hasFix: boolean])[]) {
    const prompts = new FakePrompts();
    const list = new DoctorList({ prompts, l10n: english, copy: () => undefined }, 'Mine');
    list.show(
      rows.map(([state, hasFix], index) => ({
        id: 'clock',
        title: `Check ${index}`,
        result: {
          state,
          says: 'It is so.',
          ...(hasFix ? { fix: { title: 'Mend', run: () => Promise.resolve() } } : {}),
        },
      })),
    );
    return prompts.lists[0]?.state?.items.find(({ active }) => active)?.label;
  }

  it('begins at what fails and can be mended, before what only warns', () => {
    const rows = [
      ['passed', false],
      ['warning', true],
      ['failed', false],
      ['failed', true],
      ['failed', true],
    ] as const;
    assert.equal(focused(rows), 'Check 3');
    assert.equal(focused(rows.slice(0, 3)), 'Check 1');
    assert.equal(focused([['failed', false]]), undefined);
  });
});
