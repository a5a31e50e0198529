import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { menuPlace, type Side } from './menuPlace';
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
