/** Calls a listener whenever the page is hidden, and before it goes. */
export function onPageHidden(listener: () => void): void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('pagehide', listener);
}
