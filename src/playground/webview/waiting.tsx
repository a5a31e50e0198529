import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { systemClock } from '../../base/clock';
import { Icon } from '../../webview/kit/icon';
import type { Waiting as Wait } from '../../conversation/model/protocol';
import { useStore } from './useStore';
import { Countdown, waitWords } from './waitLine';
import './waiting.css';

interface WaitingProps {
  /** Why and when it is asked for again; absent where the first token is waited for. */
  readonly waiting: Wait | undefined;
  /** Nothing has arrived for a while. */
  readonly isStalled: boolean;
}

/**
 * What stands where an answer will be until something of it is there. A screen reader is told once, elsewhere, and not
 * each second.
 */
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
  // The number keeps the width that it began with, so that the words behind it stay where they are.
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
