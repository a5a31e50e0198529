/** What Zopfli listens to in the whole process that loads it, to end it: how errors are told is not its matter. */
const TAKEN = /** @type {const} */ (['uncaughtException', 'unhandledRejection']);

const before = TAKEN.map((event) => process.rawListeners(event));
const { default: zopfli } = await import('@gfx/zopfli');
for (const [index, event] of TAKEN.entries()) {
  for (const listener of process.rawListeners(event)) {
    if (!before[index]?.includes(listener))
      process.off(event, /** @type {() => void} */ (listener));
  }
}

export { zopfli };
