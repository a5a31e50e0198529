import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Holds elements that draw themselves; takes no room in the layout. */
export function Island({ elements }: { readonly elements: readonly Element[] }): VNode {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => host.current?.replaceChildren(...elements), []);
  return <div ref={host} class="mount" />;
}
