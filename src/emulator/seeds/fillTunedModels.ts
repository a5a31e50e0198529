import { grant } from '../access';
import { ANY_SCOPE } from '../../api/operations/scopes';
import { nameIn } from '../resources/naming';
import { startTraining } from '../tuning/start';
import type { World } from '../world';
import { demoTunedModels, type TunedModelSeed } from './tunedModels';

/** Puts the demo tuned models into a world, with trainings that began some time ago. */
export function fillTunedModels(world: World): void {
  for (const seed of demoTunedModels) addTunedModel(world, seed);
}

function addTunedModel(world: World, seed: TunedModelSeed): void {
  const { displayName, description, epochCount, batchSize, baseModel, owner, isPublic } = seed;
  const base = world.models.find(baseModel, 'v1beta');
  if (!base) throw new Error(`The seed has no ${baseModel}.`);
  const name = nameIn('', 'tunedModels', seed.id);
  const examples = seed.examples.map(([textInput, output]) => ({ textInput, output }));
  startTraining(world, {
    name,
    caller: { kind: 'user', email: owner, scopes: ANY_SCOPE },
    version: 'v1beta',
    source: { told: { baseModel }, base },
    wanted: {
      displayName,
      description,
      tuningTask: {
        trainingData: { examples: { examples } },
        hyperparameters: { epochCount, batchSize },
      },
    },
    at: world.time.now() - seed.age * 1000,
  });
  grant(world, name, 'USER', 'OWNER', owner);
  if (isPublic) grant(world, name, 'EVERYONE', 'READER');
}
