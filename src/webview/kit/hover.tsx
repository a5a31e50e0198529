import './hover.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { useUniqueId } from './uniqueId';

/** Delays for opening and closing, in ms. Same as in VS Code. */
const OPENS_MS = 500;
const CLOSES_MS = 150;
/** Distance to the target and page edges, in CSS pixels. */
const GAP = 4;
const EDGE = 8;

interface HoverProps {
  readonly class?: string | undefined;
  readonly label: string;
  readonly content: () => ComponentChildren;
}

/** A label with a hover that opens by mouse, keyboard, or click, and closes on Escape. */
export function Hover({ label, content, ...props }: HoverProps): VNode {
  const isOpen = useSignal(false);
  const target = useRef<HTMLButtonElement>(null);
  const id = useUniqueId();
  const show = (open: boolean): void => {
    isOpen.value = open;
  };
  const opening = useMemo(() => new Debouncer(systemClock, OPENS_MS, () => show(true)), []);
  const closing = useMemo(() => new Debouncer(systemClock, CLOSES_MS, () => show(false)), []);
  const close = (): void => {
    opening.cancel();
    closing.cancel();
    show(false);
  };
  useEffect(() => close, []);
  const onEnter = (): void => {
    closing.cancel();
    if (!isOpen.peek()) opening.trigger();
  };
  const onLeave = (): void => {
    opening.cancel();
    closing.trigger();
  };
  return (
    <>
      <button
        type="button"
        ref={target}
        class={['hover-target', props.class].filter(Boolean).join(' ')}
        aria-describedby={isOpen.value ? id : undefined}
        onClick={() => {
          opening.cancel();
          show(!isOpen.peek());
        }}
        onPointerEnter={onEnter}
        onPointerLeave={onLeave}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) show(true);
        }}
        onBlur={close}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen.peek()) return;
          // Otherwise Escape would also stop a streaming response.
          event.stopPropagation();
          event.preventDefault();
          close();
        }}
      >
        {label}
      </button>
      {isOpen.value && (
        <Card id={id} target={target.current} onEnter={onEnter} onLeave={onLeave} onGone={close}>
          {content()}
        </Card>
      )}
    </>
  );
}

interface CardProps {
  readonly id: string;
  readonly target: HTMLElement | null;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly onGone: () => void;
  readonly children: ComponentChildren;
}

function Card({ id, target, onEnter, onLeave, onGone, children }: CardProps): VNode {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!card.current || !target) return;
    const at = place(card.current, target);
    // Scroll events arrive a frame late, so a scroll from before the opening is ignored.
    const onScroll = (): void => {
      const { left, top } = target.getBoundingClientRect();
      if (left !== at.left || top !== at.top) onGone();
    };
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', onGone);
    return () => {
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', onGone);
    };
  }, []);
  return (
    <div
      ref={card}
      id={id}
      class="hover"
      role="tooltip"
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  );
}

/** Places the card above the target, or below if there is no space. Returns the target's position. */
function place(card: HTMLElement, target: HTMLElement): DOMRect {
  card.showPopover();
  const of = target.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const isAbove = of.top - GAP - height >= EDGE;
  const left = Math.max(EDGE, Math.min(of.left, window.innerWidth - EDGE - width));
  const top = isAbove ? of.top - GAP - height : of.bottom + GAP;
  card.style.left = `${left}px`;
  card.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - EDGE - height))}px`;
  return of;
}
