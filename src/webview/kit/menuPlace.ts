import type { MenuPage } from './menuRows';

/** Between a menu and its button, in pixels. */
const GAP = 2;
/** Between a menu and the edge of the page. */
const MARGIN = 4;
/** A menu is never higher, so that its rows stay near the button; one of actions shows all of them where it can. */
const MAX_HEIGHT: { readonly [K in MenuPage['kind']]: number } = { choice: 440, actions: 720 };

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of the button, in the page. */
export type Anchor = Pick<DOMRect, 'left' | 'top' | 'bottom'>;

export type Side = 'below' | 'above';

/** Where a menu stands in the page, in pixels; from below it hangs by its lower edge, and grows upwards. */
export interface MenuPlace {
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
