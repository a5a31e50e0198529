/** Gives the focus to something, if need be once VS Code gives the page the focus: it is never stolen. */
export function takeFocus(target: { readonly focus: () => void }): void {
  if (document.hasFocus()) {
    target.focus();
    return;
  }
  const take = (): void => {
    if (document.activeElement === document.body) target.focus();
  };
  window.addEventListener('focus', take, { once: true });
}
