import './tokens.css';
import { useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useStore } from '../useStore';
import { meterText } from '../state/tokenCounter';

/** Tokens of the next request, next to the send button. A click counts immediately. */
export function TokenMeter(): VNode | null {
  const { panel, dock, format } = useStore();
  const { tokens } = dock;
  useSignalEffect(() => tokens.show());
  useEffect(() => {
    const seen = (): void => tokens.changed();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [tokens]);
  const shown = panel.value && meterText(panel.value, tokens.counted.value, format);
  if (!shown) return null;
  return (
    <button
      type="button"
      class={shown.isOver ? 'token-meter over' : 'token-meter'}
      title={shown.hint}
      onClick={() => tokens.now()}
    >
      {shown.text}
    </button>
  );
}
