import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { MenuPage } from './menuList';

export type CloseMenu = (givesFocusBack: boolean) => void;

export function useShow(
  setPage: (page: MenuPage) => void,
  close: CloseMenu,
): (wish: MenuPage | Promise<MenuPage | undefined>) => void {
  const last = useRef<unknown>(undefined);
  useEffect(() => () => void (last.current = undefined), []);
  return (wish) => {
    last.current = wish;
    if (!(wish instanceof Promise)) {
      setPage(wish);
      return;
    }
    void wish.then((page) => {
      if (last.current !== wish) return;
      if (page) setPage(page);
      else close(true);
    });
  };
}

/** Closes on outside clicks, scrolling, or window blur. The button itself toggles. */
export function closesElsewhere(
  element: { readonly current: Element | null },
  anchor: Element,
  close: CloseMenu,
): () => void {
  const pressed = ({ target }: Event): void => {
    if (!(target instanceof Node)) return;
    if (!element.current?.contains(target) && !anchor.contains(target)) close(false);
  };
  const left = (): void => close(true);
  /** Scrolling outside of the menu moves the button away. */
  const scrolled = ({ target }: Event): void => {
    if (target instanceof Node && !element.current?.contains(target)) close(true);
  };
  document.addEventListener('pointerdown', pressed, true);
  document.addEventListener('wheel', scrolled, { capture: true, passive: true });
  window.addEventListener('blur', left);
  return () => {
    document.removeEventListener('pointerdown', pressed, true);
    document.removeEventListener('wheel', scrolled, true);
    window.removeEventListener('blur', left);
  };
}

/** Positions the menu next to its button. The menu stays on the same side across pages. */
export function usePlace(
  ref: { readonly current: HTMLElement | null },
  anchor: Element,
  page: MenuPage | undefined,
): void {
  const side = useRef<Side | undefined>(undefined);
  useLayoutEffect(() => {
    side.current = undefined;
  }, [page]);
  const place = (): void => {
    const { current: element } = ref;
    if (!element || !page) return;
    const { style } = element;
    style.maxHeight = 'none';
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const button = anchor.getBoundingClientRect();
    const found = menuPlace(button, size, { width, height }, page.kind, side.current);
    side.current = found.side;
    style.left = `${found.left}px`;
    style.top = found.side === 'below' ? `${found.offset}px` : 'auto';
    style.bottom = found.side === 'below' ? 'auto' : `${found.offset}px`;
    style.maxHeight = `${found.maxHeight}px`;
  };
  useLayoutEffect(place);
  useEffect(() => {
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [page]);
}

/** Gap between menu and button, in pixels. */
const GAP = 2;
/** Margin to the page edge, in pixels. */
const MARGIN = 4;
/** Maximum height in pixels, so that rows stay near the button. Action menus show all rows if possible. */
const MAX_HEIGHT: { readonly [K in MenuPage['kind']]: number } = { choice: 440, actions: 720 };

interface Size {
  readonly width: number;
  readonly height: number;
}

type Anchor = Pick<DOMRect, 'left' | 'top' | 'bottom'>;

type Side = 'below' | 'above';

/** Position in pixels. A menu above its button is anchored at the bottom and grows upward. */
interface MenuPlace {
  readonly side: Side;
  readonly left: number;
  /** From the page's top if below the button, otherwise from its bottom. */
  readonly offset: number;
  readonly maxHeight: number;
}

/**
 * Places the menu below the button if it fits, otherwise on the larger side. Shifts the menu left to fit.
 * @param size unconstrained size
 * @param kept current side, which stays while rows change
 */
export function menuPlace(
  anchor: Anchor,
  size: Size,
  page: Size,
  kind: MenuPage['kind'],
  kept?: Side,
): MenuPlace {
  const most = MAX_HEIGHT[kind];
  const below = page.height - anchor.bottom - GAP - MARGIN;
  const above = anchor.top - GAP - MARGIN;
  const height = Math.min(size.height, most);
  const side = kept ?? (height <= below || below >= above ? 'below' : 'above');
  return {
    side,
    left: Math.max(MARGIN, Math.min(anchor.left, page.width - size.width - MARGIN)),
    offset: side === 'below' ? anchor.bottom + GAP : page.height - anchor.top + GAP,
    maxHeight: Math.max(0, Math.min(most, side === 'below' ? below : above)),
  };
}
