import assert from 'node:assert/strict';
import { menuPlace } from '../../../../src/webview/kit/menuEffects';

const PAGE = { width: 600, height: 400 };
const button = (left: number, top: number): { left: number; top: number; bottom: number } => ({
  left,
  top,
  bottom: top + 24,
});

describe('where a menu stands', () => {
  it('is above where it does not fit below and there is more room', () => {
    assert.deepEqual(menuPlace(button(100, 350), { width: 200, height: 150 }, PAGE, 'choice'), {
      side: 'above',
      left: 100,
      offset: 52,
      maxHeight: 344,
    });
  });

  it('is moved to the left as far as it has to be, and never out of the page', () => {
    const size = { width: 300, height: 100 };
    assert.equal(menuPlace(button(580, 6), size, PAGE, 'choice').left, 296);
    assert.equal(menuPlace(button(10, 6), size, { width: 292, height: 400 }, 'choice').left, 4);
    assert.equal(menuPlace(button(-20, 6), size, PAGE, 'choice').left, 4);
  });
});
