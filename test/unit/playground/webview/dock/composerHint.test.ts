import assert from 'node:assert/strict';
import { MAX_PROMPT } from '../../../../../src/conversation/model/conversation';
import {
  type ComposerHint,
  composerHint,
  type HintFacts,
} from '../../../../../src/playground/webview/dock/composerHint';
import { DraftStore, emptyDraft } from '../../../../../src/playground/webview/state/draft';
import { createFormat } from '../../../../../src/playground/webview/format';

const format = createFormat('en');

function hint(facts: Partial<HintFacts>, written = 'Hi'): ComposerHint {
  const draft = new DraftStore();
  draft.value = { ...emptyDraft, held: [written] };
  const all = { blocker: undefined, because: undefined, inputLimit: undefined };
  return composerHint({ ...all, draft, format, ...facts });
}

describe('the line below the composer', () => {
  it('is empty where a message can be sent, also while an answer arrives', () => {
    assert.equal(hint({}).text, '');
    assert.equal(hint({ blocker: 'waitForAnswer' }).text, '');
  });

  it('says what to wait for once it was tried to send while an answer arrives', () => {
    const wait = 'Wait for the response to finish, or press Escape to stop it.';
    assert.equal(hint({ blocker: 'waitForAnswer', isRefused: true }).text, wait);
    assert.equal(hint({ isRefused: true }).text, '');
  });

  it('says what has to be chosen or corrected first, before why else nothing can be sent', () => {
    const { text, blocker } = hint({ blocker: 'settingsInvalid', because: 'Wait.' });
    assert.deepEqual([text, blocker], ['Fix the settings first.', 'settingsInvalid']);
    assert.equal(hint({ because: 'Wait.' }).text, 'Wait.');
  });

  it('says the size of a large message, and warns where the model takes less', () => {
    const large = 'x'.repeat(120_000);
    assert.deepEqual(hint({}, large), {
      text: '120 KB, about 30,000 tokens',
      isWarning: false,
      isTooLong: false,
    });
    const over = hint({ inputLimit: 8192, because: 'Wait.' }, large);
    assert.match(over.text, /^120 KB, about 30,000 tokens \(limit: 8,192\)$/);
    assert.equal(over.isWarning, true);
  });

  it('says that a message is longer than can be sent, whatever else there is', () => {
    const long = hint({ blocker: 'needModel' }, 'x'.repeat(MAX_PROMPT + 1));
    assert.match(long.text, /^The message exceeds the maximum length \(/);
    assert.equal(long.isTooLong, true);
  });
});
