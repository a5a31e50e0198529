import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { MenuPage } from './menuRows';

/** Closes a menu; its button then has the focus where it is given back. */
export type CloseMenu = (givesFocusBack: boolean) => void;

/** Shows what was asked for last, as long as the menu is there; closes it where there is nothing. */
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

/** A press or a scroll somewhere else closes it, and so does another window; the button closes it itself. */
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
  /** What is scrolled away takes the button along. */
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

/** Keeps the menu beside its button, on the side where a page of it began. */
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

/** Between a menu and its button, in pixels. */
const GAP = 2;
/** Between a menu and the edge of the page. */
const MARGIN = 4;
/** A menu is never higher, so that its rows stay near the button; one of actions shows all of them where it can. */
const MAX_HEIGHT: { readonly [K in MenuPage['kind']]: number } = { choice: 440, actions: 720 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of the button, in the page. */
type Anchor = Pick<DOMRect, 'left' | 'top' | 'bottom'>;

type Side = 'below' | 'above';

/** Where a menu stands in the page, in pixels; from below it hangs by its lower edge, and grows upwards. */
interface MenuPlace {
  readonly side: Side;
  readonly left: number;
  /** From the top of the page where it stands below its button, else from the bottom. */
  readonly offset: number;
  readonly maxHeight: number;
}

/**
 * Below its button where it fits, else where there is more room; as far left as it has to be to fit.
 * @param size of the menu as it would be with all the room in the world
 * @param kept the side where it stands already: it does not jump while its rows change
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
