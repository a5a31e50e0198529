import './hover.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { useUniqueId } from './uniqueId';

/** Until it opens under the mouse, and closes behind it, in milliseconds: as VS Code's own. */
const OPENS_MS = 500;
const CLOSES_MS = 150;
/** Between it and what it belongs to, and the edges of the page, in CSS pixels. */
const GAP = 4;
const EDGE = 8;

interface HoverProps {
  readonly class?: string | undefined;
  /** What it belongs to. */
  readonly label: string;
  /** What a screen reader says instead of the label. */
  readonly name?: string | undefined;
  /** What it shows; asked for when it opens. */
  readonly content: () => ComponentChildren;
}

/** Words with more behind them, which shows under the mouse, by the keyboard and by a click; Escape takes it away. */
export function Hover({ label, name, content, ...props }: HoverProps): VNode {
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
        aria-label={name}
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
          // It stops an answer everywhere else.
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
  /** What it belongs to is not where it was. */
  readonly onGone: () => void;
  readonly children: ComponentChildren;
}

function Card({ id, target, onEnter, onLeave, onGone, children }: CardProps): VNode {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!card.current || !target) return;
    const at = place(card.current, target);
    // The page is told of a scroll a frame after it: one from before this opened has moved nothing since.
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

/** Over what it belongs to, or below where there is no room; within the page. Answers where that is. */
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
