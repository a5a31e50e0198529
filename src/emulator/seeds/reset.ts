import type { SeedName } from '../options';
import { setTuningSpeed, tuningSpeed } from '../tuning/speed';
import type { World } from '../world';
import { numberedModels } from './numbered';
import { addNumberedCorpus, type Numbered } from './numberedCorpus';
import { seedNameOf, seedWorld } from './seedWorld';

/**
 * Takes everything out of a world, and puts a seed in: the one it had, or another. Sign-ins go on, and
 * neither the time nor the speed of trainings changes.
 * @param numbered what there is besides.
 */
export function resetWorld(world: World, numbered: Numbered, seed?: SeedName): void {
  const { state, visibility, ids } = world;
  const name = seed ?? seedNameOf(world) ?? 'demo';
  const speed = tuningSpeed(world);
  try {
    state.transaction(() => {
      state.clear(['grants']);
      world.models.reload();
      visibility.clear();
      ids.restart();
      seedWorld(world, name);
      world.models.add(numberedModels(numbered.models));
      addNumberedCorpus(world, numbered);
      setTuningSpeed(world, speed);
    });
  } finally {
    // Also where all of it was undone.
    world.models.reload();
  }
}
