import type { ComponentChildren, Ref, VNode } from 'preact';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  /** Its words; of a button with an icon only, what a screen reader says and the tooltip shows. */
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Shows the icon only. */
  readonly bare?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'link' | undefined;
  readonly class?: string | undefined;
  /** A tooltip beside the words. */
  readonly title?: string | undefined;
  /** What a screen reader says instead of the words. */
  readonly name?: string | undefined;
  /** Cannot be used now, yet stays reachable so that a screen reader can say why. */
  readonly isDisabled?: boolean | undefined;
  /** Of what it opens and closes. */
  readonly isExpanded?: boolean | undefined;
  /** Id of that. */
  readonly controls?: string | undefined;
  /** It opens a menu, which says itself whether it is open. */
  readonly hasMenu?: boolean | undefined;
  /** Of a switch. */
  readonly isPressed?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  /** Tab passes it by: something around it does the same by a key. */
  readonly isSkipped?: boolean | undefined;
  readonly id?: string | undefined;
  /** Ids of what says more about it. */
  readonly describedBy?: string | undefined;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  readonly onClick: (event: MouseEvent) => void;
  /** Clicked although it cannot be used now: says why. */
  readonly onRefused?: (() => void) | undefined;
  /** Stands behind the words. */
  readonly children?: ComponentChildren;
}

/** A button as VS Code draws it: an icon, words, or both. */
export function Button(props: ButtonProps): VNode {
  const { label, icon, bare = false, kind, title, name, isDisabled, onClick } = props;
  const look = bare ? 'icon-button' : 'button';
  return (
    <button
      type="button"
      ref={props.buttonRef ?? null}
      class={[look, kind, props.class].filter(Boolean).join(' ')}
      title={title ?? (bare ? label : undefined)}
      aria-label={name ?? (bare ? label : undefined)}
      aria-disabled={isDisabled}
      aria-haspopup={props.hasMenu ? 'menu' : undefined}
      aria-expanded={props.hasMenu ? false : props.isExpanded}
      aria-controls={props.controls}
      aria-pressed={props.isPressed}
      aria-describedby={props.describedBy}
      id={props.id}
      hidden={props.hidden}
      tabIndex={props.isSkipped ? -1 : undefined}
      onClick={(event) => {
        if (isDisabled) props.onRefused?.();
        else onClick(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span class="label">{label}</span>}
      {props.children}
    </button>
  );
}
