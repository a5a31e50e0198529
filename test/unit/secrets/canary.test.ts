import assert from 'node:assert/strict';
import { leaks, shows } from '../../fakes/canary';

const SECRET = 'Canary+Key/0123456789';

describe('the search for secrets', () => {
  const hidden: readonly (readonly [string, string])[] = [
    ['as it is', `the key ${SECRET} was wrong`],
    ['in lower case', `no host ${SECRET.toLowerCase()}`],
    ['truncated', `the key ${SECRET.slice(0, 12)}…`],
    ['the end of one', SECRET.slice(9)],
    ['percent-encoded', `?x=${encodeURIComponent(SECRET)}`],
    ['in hex', Buffer.from(SECRET).toString('hex')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['inside base64', Buffer.from(`user:${SECRET}!`).toString('base64')],
    ['inside base64, one byte on', Buffer.from(`user1:${SECRET}!`).toString('base64')],
  ];
  for (const [how, text] of hidden) {
    it(`finds one ${how}`, () => assert.ok(shows(text, SECRET)));
  }

  it('finds nothing where there is nothing', () => {
    assert.ok(!shows('the key [redacted] was wrong; canary birds sing', SECRET));
    assert.deepEqual(leaks(new Error('nothing'), [SECRET]), []);
    assert.deepEqual(leaks({ nothing: [1, 'two'] }, [SECRET]), []);
  });

  it('looks everywhere in an error', () => {
    class Own extends Error {
      readonly #hidden = SECRET;
      get excerpt(): string {
        return this.#hidden;
      }
    }
    const stack = new Error('x');
    stack.stack = `Error: x\n  at ${SECRET}`;
    const unlisted = Object.defineProperty(new Error('x'), 'request', {
      value: { headers: new Map([['x-goog-api-key', SECRET]]) },
      enumerable: false,
    });
    for (const error of [
      new Error(SECRET),
      new Error('x', { cause: SECRET }),
      new Error('x', { cause: new Error('y', { cause: { headers: { key: SECRET } } }) }),
      new AggregateError([new Error(SECRET)], 'x'),
      Object.assign(new Error('x'), { [Symbol('dispatcher')]: { key: SECRET } }),
      unlisted,
      stack,
      new Own('x'),
    ]) {
      assert.notDeepEqual(leaks(error, [SECRET]), []);
    }
  });
});
