import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { useStore } from './useStore';

/** How long the check mark stays, in ms. */
const CHECK_MS = 2000;

interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

export function CopyButton({ label, text }: CopyButtonProps): VNode {
  const store = useStore();
  const copied = useSignal(0);
  useEffect(() => {
    if (copied.value === 0) return undefined;
    const timer = setTimeout(() => (copied.value = 0), CHECK_MS);
    return () => clearTimeout(timer);
  }, [copied.value]);
  const copy = async (): Promise<void> => {
    if (!(await store.ask('copy', { text: text() }))) return;
    store.announce(l10n.t('Copied'));
    copied.value++;
  };
  return (
    <Button
      label={label}
      icon={copied.value > 0 ? 'check' : 'copy'}
      bare
      onClick={() => void copy()}
    />
  );
}
