import assert from 'node:assert/strict';
import { AccessTokens, type FreshToken } from '../../../src/auth/accessTokens';
import { AppError } from '../../../src/base/errors';
import { OddClock } from '../../fakes/oddClock';
import { settle } from '../../fakes/settle';
import { failure } from '../api/harness';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('access tokens', () => {
  function setUp(lifeMs = HOUR) {
    const clock = new OddClock();
    const state: { count: number; error: Error | undefined; gate: Promise<void> } = {
      count: 0,
      error: undefined,
      gate: Promise.resolve(),
    };
    const tokens = new AccessTokens(clock, async (): Promise<FreshToken> => {
      state.count += 1;
      const accessToken = `token-${state.count}`;
      await state.gate;
      if (state.error) throw state.error;
      return { accessToken, expiresInMs: lifeMs };
    });
    return { clock, state, tokens };
  }

  it('are refreshed once, however many ask', async () => {
    const { state, tokens } = setUp();
    const all = await Promise.all(Array.from({ length: 50 }, () => tokens.get()));
    assert.deepEqual([...new Set(all)], ['token-1']);
    assert.equal(await tokens.get(), 'token-1');
    assert.equal(state.count, 1);
  });

  it('are renewed from five minutes before their end', async () => {
    const { clock, tokens } = setUp();
    await tokens.get();
    clock.advance(HOUR - 5 * MINUTE - 1);
    assert.equal(await tokens.get(), 'token-1');
    clock.advance(1);
    assert.equal(await tokens.get(), 'token-2');
  });

  it('still serve while they are valid and can not be renewed, which is tried once a minute', async () => {
    const { clock, state, tokens } = setUp();
    await tokens.get();
    clock.advance(HOUR - 4 * MINUTE);
    state.error = new AppError('tokenServer', 'Busy.');
    for (let call = 0; call < 5; call++) assert.equal(await tokens.get(), 'token-1');
    assert.equal(state.count, 2);
    clock.advance(MINUTE);
    assert.equal(await tokens.get(), 'token-1');
    assert.equal(state.count, 3);
    clock.advance(3 * MINUTE);
    assert.equal((await failure(tokens.get())).reason, 'tokenServer');
    state.error = undefined;
    assert.equal(await tokens.get(), 'token-5');
  });

  it('do not outlive the sign-in', async () => {
    const { clock, state, tokens } = setUp();
    await tokens.get();
    clock.advance(HOUR - 4 * MINUTE);
    state.error = new AppError('signedOut', 'Over.');
    assert.equal((await failure(tokens.get())).reason, 'signedOut');
  });

  it('end the wait of who cancels, and nobody else’s', async () => {
    const { state, tokens } = setUp();
    let open = (): void => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const stop = new AbortController();
    const [left, stays] = [failure(tokens.get(stop.signal)), tokens.get()];
    await settle();
    stop.abort();
    assert.equal((await left).name, 'CancelledError');
    open();
    assert.equal(await stays, 'token-1');
    assert.equal(state.count, 1);
  });

  describe('that the service refuses', () => {
    it('are replaced once, however many were refused', async () => {
      const { state, tokens } = setUp();
      const token = await tokens.get();
      const all = await Promise.all(Array.from({ length: 50 }, () => tokens.refused(token)));
      assert.ok(all.every(Boolean));
      assert.equal(state.count, 2);
      assert.equal(await tokens.refused(token), true);
      assert.equal(state.count, 2);
      assert.equal(await tokens.get(), 'token-2');
    });

    it('are not replaced again and again', async () => {
      const { clock, state, tokens } = setUp();
      await tokens.refused(await tokens.get());
      const all = await Promise.all(
        Array.from({ length: 50 }, async () => tokens.refused(await tokens.get())),
      );
      assert.ok(all.every((renewed) => !renewed));
      assert.equal(state.count, 2);
      clock.advance(MINUTE);
      assert.equal(await tokens.refused(await tokens.get()), true);
      assert.equal(state.count, 3);
    });
  });
});
