import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import { throttled, pauseWhileHidden } from '../../../src/traffic/changes';
import { FakeClock } from '../../fakes/clock';

describe('changes of the traffic', () => {
  it('are told once in a while, and never again after the listener has left', () => {
    const [changes, clock] = [new Emitter<void>(), new FakeClock()];
    let told = 0;
    const subscription = throttled(changes.event, clock, 100)(() => told++);
    for (let index = 0; index < 50; index++) changes.fire();
    assert.equal(told, 0);
    clock.advance(100);
    assert.equal(told, 1);
    clock.advance(1000);
    assert.equal(told, 1);
    changes.fire();
    clock.advance(99);
    assert.equal(told, 1);
    clock.advance(1);
    assert.equal(told, 2);
    changes.fire();
    subscription.dispose();
    assert.equal(clock.pending, 0);
    changes.fire();
    clock.advance(100);
    assert.equal(told, 2);
  });

  it('are stored until somebody looks, and then told once', () => {
    const [changes, looks] = [new Emitter<void>(), new Emitter<void>()];
    const view = { visible: false, onDidChangeVisibility: looks.event };
    let told = 0;
    const subscription = pauseWhileHidden(changes.event, view)(() => told++);
    const show = (visible: boolean): void => {
      view.visible = visible;
      looks.fire();
    };
    changes.fire();
    changes.fire();
    assert.equal(told, 0);
    show(true);
    assert.equal(told, 1);
    show(false);
    show(true);
    assert.equal(told, 1);
    changes.fire();
    assert.equal(told, 2);
    show(false);
    changes.fire();
    subscription.dispose();
    show(true);
    assert.equal(told, 2);
  });
});
