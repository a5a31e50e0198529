import type { Ref, VNode } from 'preact';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly bare?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'link' | undefined;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly name?: string | undefined;
  /** Sets `aria-disabled`: the button stays focusable, so that screen readers can read the reason. */
  readonly isDisabled?: boolean | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly controls?: string | undefined;
  readonly hasMenu?: boolean | undefined;
  readonly isPressed?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  /** Whether Tab skips the button because a shortcut of the container does the same. */
  readonly isSkipped?: boolean | undefined;
  readonly id?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  readonly onClick: (event: MouseEvent) => void;
  readonly onRefused?: (() => void) | undefined;
}

/** A button in VS Code style: icon, text, or both. */
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
    </button>
  );
}
