import assert from 'node:assert/strict';
import type { TurnInteraction } from '../../../../../src/conversation/model/conversation';
import { storageText } from '../../../../../src/playground/webview/conversation/turnFoot';

const format = { moment: (ms: number) => `hour ${ms}`, day: (ms: number) => `day ${ms}` };
const kept: TurnInteraction = { id: 'v1_a', status: 'completed', stored: true, steps: [] };

describe('what is said of the copy that the service has', () => {
  it('is until when that is kept, as far as it is known', () => {
    const until = { least: 10, most: 50 };
    assert.equal(
      storageText(kept, until, 5, format),
      'Stored on server until day 10 (free tier) or day 50 (paid tier)',
    );
    assert.equal(
      storageText(kept, until, 10, format),
      'Stored on server until day 50 at the latest',
    );
    assert.equal(storageText(kept, until, 50, format), 'No longer stored on server');
    assert.equal(
      storageText(kept, { least: 50, most: 50 }, 5, format),
      'Stored on server until hour 50',
    );
    assert.equal(storageText(kept, undefined, 5, format), 'Stored on server');
  });

  it('is what became of it otherwise', () => {
    const of = (change: Partial<TurnInteraction>): string =>
      storageText({ ...kept, ...change }, { least: 10, most: 50 }, 5, format);
    assert.equal(of({ gone: true }), 'Deleted on server');
    assert.equal(of({ stored: false }), 'Not stored on server');
    assert.equal(of({ background: true, status: 'in_progress' }), 'Runs in the background');
  });
});
