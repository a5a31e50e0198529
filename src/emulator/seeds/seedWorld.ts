import type { SeedName } from '../options';
import type { World } from '../world';
import { demoModels } from './demo';
import { fillCorpora } from './fillCorpora';
import { fillTunedModels } from './fillTunedModels';
import { fillOperations } from './operations';
import { fillFiles } from './files';

/** What the emulator starts with, by the name of the seed: each fills an empty world. */
const seeds: { readonly [N in SeedName]: readonly ((world: World) => void)[] } = {
  demo: [
    ({ models }) => models.add(demoModels),
    fillCorpora,
    fillFiles,
    fillTunedModels,
    fillOperations,
  ],
  empty: [],
};

const MARK = 'seed';

export const seedNames = Object.keys(seeds) as readonly SeedName[];

/** The seed that a world was filled from. */
export function seedNameOf(world: World): SeedName | undefined {
  const { name } = world.state.find('settings', MARK)?.resource ?? {};
  return seedNames.find((known) => known === name);
}

/** Fills a world that nothing was put into yet; one that is kept from before stays as it is. */
export function seedWorld(world: World, name: SeedName): void {
  world.state.transaction(() => {
    // Within the transaction: another process may be about to fill the same data folder.
    if (world.state.find('settings', MARK)) return;
    for (const fill of seeds[name]) fill(world);
    world.state.insert('settings', { name: MARK, parent: '', resource: { name }, hidden: {} });
  });
}
