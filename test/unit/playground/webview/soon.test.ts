import assert from 'node:assert/strict';
import { DebouncedSync as Soon } from '../../../../src/playground/webview/debouncedSync';
import { settle } from '../../../fakes/settle';

describe('what a page tells its host soon', () => {
  it('is newer than what the host has until the host has answered', async () => {
    const answers: ((value: boolean) => void)[] = [];
    const soon = new Soon(() => new Promise<boolean>((resolve) => answers.push(resolve)));
    assert.equal(soon.isDue, false);
    soon.want();
    assert.equal(soon.isDue, true);
    soon.flush();
    assert.equal(soon.isDue, true);
    soon.want();
    soon.flush();
    answers[0]?.(true);
    await settle();
    assert.equal(soon.isDue, true);
    answers[1]?.(true);
    await settle();
    assert.equal(soon.isDue, false);
  });

  it('is not overwritten by what the host has, but by another conversation', () => {
    const soon = new Soon(() => new Promise(() => undefined));
    assert.equal(soon.takes('one'), true);
    assert.equal(soon.takes('one'), true);
    soon.want();
    assert.equal(soon.takes('one'), false);
    soon.flush();
    assert.equal(soon.takes('one'), false);
    assert.equal(soon.takes('two'), true);
  });

  it('is told once, however often it was wanted, and not again', () => {
    let told = 0;
    const soon = new Soon(() => {
      told++;
      return Promise.resolve();
    });
    soon.want();
    soon.want();
    soon.flush();
    soon.flush();
    assert.equal(told, 1);
  });
});
