import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { systemClock } from '../../base/clock';
import { Icon } from '../../webview/kit/icon';
import type { Waiting as Wait } from '../../conversation/model/protocol';
import { useStore } from './useStore';
import { Countdown, waitWords } from './announcements';

interface WaitingProps {
  /** Reason and time of the retry. Undefined while waiting for the first token. */
  readonly waiting: Wait | undefined;
  readonly isStalled: boolean;
}

/** Placeholder of a response. Announced once elsewhere, not every second. */
export function Waiting({ waiting, isStalled }: WaitingProps): VNode {
  if (waiting) return <TryingAgain waiting={waiting} />;
  return (
    <p class="waiting">
      {isStalled
        ? l10n.t('No data for 10 seconds. The request is still running.')
        : l10n.t('Waiting for the first token…')}
    </p>
  );
}

function TryingAgain({ waiting }: { readonly waiting: Wait }): VNode {
  const { format } = useStore();
  const left = useSignal(0);
  // Keeps the initial width, so that the text after the number doesn't move.
  const digits = useRef(1);
  useLayoutEffect(() => {
    digits.current = 1;
    const countdown = new Countdown(systemClock, (seconds) => (left.value = seconds));
    countdown.start(waiting.remainingMs);
    return () => countdown.stop();
  }, [waiting]);
  const { before, seconds, after } = waitWords(waiting, left.value, format);
  digits.current = Math.max(digits.current, seconds.length);
  return (
    <p class="waiting">
      <Icon name="clockface" />
      <span>
        <span>{before}</span>
        <span class="seconds" style={{ '--digits': `${digits.current}ch` }} hidden={seconds === ''}>
          {seconds}
        </span>
        <span>{after}</span>
      </span>
    </p>
  );
}
