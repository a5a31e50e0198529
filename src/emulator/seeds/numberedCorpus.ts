import { grant } from '../access';
import { DEMO_USER } from '../caller';
import type { World } from '../world';

/** How much there is besides the seed, for lists of many pages. */
export interface Numbered {
  readonly models: number;
  readonly documents: number;
  readonly chunks: number;
}

/** Milliseconds between two of them. */
const STEP = 10;
const CORPUS = 'corpora/numbered';

/**
 * Adds a corpus of the demo user with numbered documents, and all numbered chunks in the first one. The chunks
 * are listed and read as others are; searches don't find them, so that a million of them cost no time.
 */
export function addNumberedCorpus(world: World, { documents, chunks }: Numbered): void {
  const { state, time } = world;
  if ((documents === 0 && chunks === 0) || state.find('corpora', CORPUS)) return;
  const first = time.now() - (documents + chunks) * STEP;
  const stamped = (place: number) => {
    const createTime = time.stamp(first + place * STEP);
    return { createTime, updateTime: createTime };
  };
  state.transaction(() => {
    const corpus = { name: CORPUS, displayName: 'Numbered', ...stamped(0) };
    state.insert('corpora', {
      ...{ name: CORPUS, parent: '', resource: corpus },
      hidden: { owner: DEMO_USER },
    });
    grant(world, CORPUS, 'USER', 'OWNER', DEMO_USER);
    for (let index = 0; index < Math.max(documents, 1); index += 1) {
      const number = String(index + 1).padStart(5, '0');
      const name = `${CORPUS}/documents/numbered-${number}`;
      const resource = { name, displayName: `Numbered ${number}`, ...stamped(index) };
      state.insert('documents', { name, parent: CORPUS, resource, hidden: {} });
    }
    const parent = `${CORPUS}/documents/numbered-00001`;
    for (let index = 0; index < chunks; index += 1) {
      const number = String(index + 1).padStart(6, '0');
      const name = `${parent}/chunks/numbered-${number}`;
      const data = { stringValue: `Numbered chunk ${number}.` };
      const resource = { name, data, ...stamped(documents + index) };
      state.insert('chunks', { name, parent, resource, hidden: {} });
    }
  });
}
