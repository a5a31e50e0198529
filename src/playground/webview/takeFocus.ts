/**
 * Gives the focus to something, at once or when VS Code gives the page the focus the next time: it is
 * never stolen. After a dialog VS Code may take it once more and give it back to nothing in the page.
 */
export function takeFocus(target: { readonly focus: () => void }): void {
  const take = (): void => {
    if (document.activeElement === document.body) target.focus();
  };
  window.addEventListener('focus', take, { once: true });
  if (document.hasFocus()) target.focus();
}
