/** Runs in the page of VS Code: no imports, nothing from outside. */

/**
 * Notes when a row of the side bar has a text for the first time from now on; it must not be there yet.
 * @param {string} text
 */
export function watchRow(text) {
  const bar = document.querySelector('.part.sidebar');
  if (!bar) throw new Error('There is no side bar.');
  const shows = () => {
    const rows = [...bar.querySelectorAll('.monaco-list-row')];
    return rows.some((row) => row.textContent?.includes(text));
  };
  if (shows()) throw new Error(`“${text}” already exists.`);
  const seen = new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`“${text}” was never seen.`)), 30_000);
    const observer = new MutationObserver(() => {
      if (!shows()) return;
      observer.disconnect();
      clearTimeout(limit);
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(bar, { subtree: true, childList: true, characterData: true });
  });
  // It is asked for later.
  seen.catch(() => undefined);
  Object.assign(window, { benchSeen: seen });
}

/** When that was, in ms since 1970. @returns {Promise<number>} */
export function whenSeen() {
  return /** @type {{ benchSeen: Promise<number> }} */ (/** @type {unknown} */ (window)).benchSeen;
}
