import assert from 'node:assert/strict';
import { DebouncedSync } from '../../../../src/playground/webview/debouncedSync';
import { settle } from '../../../fakes/settle';

describe('what a page tells its host after a pause', () => {
  it('is newer than what the host has until the host has answered', async () => {
    const answers: ((value: boolean) => void)[] = [];
    const sync = new DebouncedSync(() => new Promise<boolean>((resolve) => answers.push(resolve)));
    assert.equal(sync.isDue, false);
    sync.want();
    assert.equal(sync.isDue, true);
    sync.flush();
    assert.equal(sync.isDue, true);
    sync.want();
    sync.flush();
    answers[0]?.(true);
    await settle();
    assert.equal(sync.isDue, true);
    answers[1]?.(true);
    await settle();
    assert.equal(sync.isDue, false);
  });

  it('is not overwritten by what the host has, but by another conversation', () => {
    const sync = new DebouncedSync(() => new Promise(() => undefined));
    assert.equal(sync.takes('one'), true);
    assert.equal(sync.takes('one'), true);
    sync.want();
    assert.equal(sync.takes('one'), false);
    sync.flush();
    assert.equal(sync.takes('one'), false);
    assert.equal(sync.takes('two'), true);
  });

  it('is told once, however often it was wanted, and not again', () => {
    let told = 0;
    const sync = new DebouncedSync(() => {
      told++;
      return Promise.resolve();
    });
    sync.want();
    sync.want();
    sync.flush();
    sync.flush();
    assert.equal(told, 1);
  });
});
