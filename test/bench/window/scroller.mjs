/** Runs in the page of the playground: no imports, nothing from outside. */

/**
 * Scrolls up as a wheel does, for two seconds at 60 frames a second.
 * @param {Element} scroller
 * @returns {Promise<number>} The longest time between two frames meanwhile, in ms.
 */
export async function scrolled(scroller) {
  let previous = performance.now();
  let gap = 0;
  for (let frame = 0; frame < 120; frame += 1) {
    scroller.scrollTop -= 100;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    // The first one still lays out what was opened.
    if (frame > 0) gap = Math.max(gap, now - previous);
    previous = now;
  }
  return gap;
}
