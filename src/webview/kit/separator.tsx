import type { VNode } from 'preact';
import './separator.css';

export interface SeparatorProps {
  readonly label: string;
  /** Id of what is right of it. */
  readonly controls: string;
  /** Of that, in pixels. */
  readonly width: number;
  readonly range: { readonly least: number; readonly most: number; readonly usual: number };
  readonly hidden?: boolean;
  readonly onResize: (width: number) => void;
}

/** In pixels, for each key. */
const STEP = 16;

/** The bar before what stands at the side: moved by mouse, touch, arrow keys, Home and End; usual again by two clicks. */
export function Separator(props: SeparatorProps): VNode {
  const { width, range, onResize } = props;
  const widths: { readonly [key: string]: number } = {
    ArrowLeft: width + STEP,
    ArrowRight: width - STEP,
    Home: range.most,
    End: range.least,
  };
  return (
    <div
      class="separator"
      role="separator"
      tabIndex={0}
      hidden={props.hidden}
      aria-orientation="vertical"
      aria-label={props.label}
      aria-controls={props.controls}
      aria-valuenow={width}
      aria-valuemin={range.least}
      aria-valuemax={range.most}
      onKeyDown={(event) => {
        const wanted = widths[event.key];
        if (wanted === undefined) return;
        event.preventDefault();
        onResize(wanted);
      }}
      onPointerDown={(event) => drag(event, width, onResize)}
      onDblClick={() => onResize(range.usual)}
    />
  );
}

function drag(
  { currentTarget: bar, clientX: start, pointerId }: PointerEvent & { currentTarget: HTMLElement },
  width: number,
  onResize: (width: number) => void,
): void {
  bar.setPointerCapture(pointerId);
  bar.classList.add('dragging');
  const move = (moved: PointerEvent): void => onResize(width + start - moved.clientX);
  bar.addEventListener('pointermove', move);
  const end = (): void => {
    bar.classList.remove('dragging');
    bar.removeEventListener('pointermove', move);
  };
  bar.addEventListener('lostpointercapture', end, { once: true });
}
