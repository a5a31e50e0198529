import assert from 'node:assert/strict';
import type { RetryWait } from '../../../src/api/retry/retryPolicy';
import { RetryNotices } from '../../../src/service/createOpen';
import { FakeClock } from '../../fakes/clock';
import { english } from '../../fakes/l10n';
import { failure, retryWait, SECRET } from '../../fakes/retryWait';

function setUp() {
  const clock = new FakeClock();
  const shown: { readonly text: string; readonly cancel: () => void; open: boolean }[] = [];
  const lines: string[] = [];
  const notices = new RetryNotices({
    clock,
    l10n: english,
    log: { warn: (line) => lines.push(line) },
    show: (title, message, durationMs, cancel) => {
      const notice = { text: `${title}: ${message} ${durationMs}`, cancel, open: true };
      shown.push(notice);
      return { dispose: () => void (notice.open = false) };
    },
  });
  let cancelled = 0;
  const show = (wait?: Partial<RetryWait>) =>
    notices.show(retryWait(wait), () => void (cancelled += 1));
  return { clock, notices, shown, lines, show, cancelled: () => cancelled };
}

describe('notices of waiting calls', () => {
  it('say what waits, why, and how long', () => {
    const { show, shown } = setUp();
    show({ delayMs: 11_200, attempt: 2 });
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['List models: The service is busy (503). Waiting 12 s before attempt 3 of 4. 11200'],
    );
  });

  it('leave short waits alone', () => {
    const { show, shown, clock } = setUp();
    show({ delayMs: 1999 }).dispose();
    assert.deepEqual([shown.length, clock.pending], [0, 0]);
  });

  it('go when the wait is over, or the call', () => {
    const { show, shown, clock } = setUp();
    show();
    clock.advance(4999);
    assert.ok(shown[0]?.open);
    clock.advance(1);
    assert.ok(!shown[0].open);
    const wait = show();
    wait.dispose();
    wait.dispose();
    assert.deepEqual([shown[1]?.open, clock.pending], [false, 0]);
  });

  it('are one for all calls of an operation, and its button cancels them all', () => {
    const { show, shown, clock, cancelled } = setUp();
    const first = show();
    show({ delayMs: 9000 });
    show({ operation: 'models.get' });
    assert.equal(shown.length, 2);
    first.dispose();
    assert.ok(shown[0]?.open);
    shown[0].cancel();
    assert.equal(cancelled(), 1);
    show();
    shown[0].cancel();
    assert.equal(cancelled(), 3);
    clock.advance(9000);
    assert.deepEqual(
      shown.map(({ open }) => open),
      [false, false],
    );
    show();
    assert.equal(shown.length, 3);
  });

  it('write every wait to the log, the operation first, and nothing that the service wrote', () => {
    const { notices, lines } = setUp();
    notices.log(retryWait({ delayMs: 800 }));
    notices.log(retryWait({ delayMs: 44_000, asked: true, error: failure(429), attempt: 2 }));
    assert.deepEqual(lines, [
      'models.list: attempt 1 of 4 ended with 503 overloaded; the next in 800 ms, our own delay',
      'models.list: attempt 2 of 4 ended with 429 quota; the next in 44000 ms, as the service asks',
    ]);
    assert.ok(!lines.join('').includes(SECRET));
  });
});
