import { Playground } from './playground.mjs';
import { openStage } from './stage.mjs';

/**
 * Opens a stage with a playground before the first story of a suite, and closes it after the last.
 * @param {import('./stage.mjs').StageOptions & {
 *   open?: (stage: import('./stage.mjs').StagePages) => Promise<unknown>,
 * }} [options] `open` opens the first tab: a new conversation by default.
 * @returns {{ stage: import('./stage.mjs').StagePages, playground: Playground }} They can be used in stories and hooks
 *   only. The playground is always the tab that was opened last, so that stories go on after a reload.
 */
export function usePlayground({ open = (stage) => stage.openPlayground(), ...options } = {}) {
  /** @type {import('./stage.mjs').StagePages | undefined} */
  let opened;
  before(async () => {
    opened = await openStage(options);
    await open(opened);
  });
  after(() => opened?.close());
  const stage = () => {
    if (!opened) throw new Error('The stage is not open yet.');
    return opened;
  };
  return {
    stage: later(stage),
    playground: later(() => new Playground(/** @type {any} */ (stage()))),
  };
}

/**
 * Stands for an object that is not there yet.
 * @template {object} T
 * @param {() => T} read Answers it, each time when something of it is used.
 * @returns {T}
 */
function later(read) {
  const get = (/** @type {object} */ _, /** @type {string | symbol} */ name) => {
    const object = read();
    const value = Reflect.get(object, name, object);
    return typeof value === 'function' ? value.bind(object) : value;
  };
  return /** @type {T} */ (new Proxy({}, { get }));
}
