import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';

interface DisclosureProps {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

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
