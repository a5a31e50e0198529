import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';

interface DisclosureProps {
  /** By which it is remembered as the reader left it. */
  readonly id: string;
  readonly title: string;
  /** Until the reader opens or closes it. */
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** Something below an answer that opens. */
export function Disclosure({ id, title, isOpen, children }: DisclosureProps): VNode {
  const { opened, setOpened } = useStore().reading;
  return (
    <details
      class="disclosure"
      open={opened.value.get(id) ?? isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== (opened.peek().get(id) ?? isOpen)) setOpened(id, open);
      }}
    >
      <summary>
        <Icon name="chevron-right" />
        <span>{title}</span>
      </summary>
      {children}
    </details>
  );
}
