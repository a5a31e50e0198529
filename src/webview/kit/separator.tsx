import type { VNode } from 'preact';
import { dragSideways } from './drag';
import './separator.css';

interface SeparatorProps {
  readonly label: string;
  readonly controls: string;
  /** Width of the pane, in pixels. */
  readonly width: number;
  readonly range: { readonly least: number; readonly most: number; readonly usual: number };
  readonly hidden?: boolean;
  readonly onResize: (width: number) => void;
}

/** Pixels per key press. */
const STEP = 16;

/** A splitter for mouse, touch, arrow keys, Home, and End. A double-click resets. */
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
      onPointerDown={(event) => dragSideways(event, (by) => onResize(width - by))}
      onDblClick={() => onResize(range.usual)}
    />
  );
}
