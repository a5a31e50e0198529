import { ANY_SCOPE } from '../../api/operations/row';
import { grant } from '../permissions';
import { DEMO_USER } from '../caller';
import { nameIn } from '../records';
import { startTraining } from '../tuning/startTraining';
import type { HandlerContext } from '../handlerContext';

interface TunedModelSeed {
  readonly id: string;
  readonly owner: string;
  readonly displayName: string;
  readonly description: string;
  readonly baseModel: string;
  readonly epochCount: number;
  readonly batchSize: number;
  /** Time since the start of tuning in seconds. */
  readonly age: number;
  readonly isPublic: boolean;
  readonly examples: readonly (readonly [textInput: string, output: string])[];
}

const haikus: TunedModelSeed['examples'] = [
  ['On rain', 'Rain on the tin roof,\nthen none. In the new silence\na gutter still counts.'],
  [
    'On snow',
    'First snow. The fence posts\nput on their white hats and wait\nfor someone to pass.',
  ],
  ['On the sea', 'The sea folds its sheets\nall day and never once finds\nthe corner it lost.'],
  [
    'On an old dog',
    'Old dog by the stove:\nhis paws still run down the hill\nhe no longer climbs.',
  ],
  ['On a train', 'Night train. In the glass\nmy face travels with the lights\nof other kitchens.'],
  ['On morning', 'Morning finds the cup\nwhere the evening set it down,\na ring on the page.'],
  ['On moss', 'Moss takes the north side,\nasks nothing of the stone but\ntime, and gets it all.'],
  [
    'On a heron',
    'Heron, one grey stroke.\nThe pond writes the rest of it\nupside down, and waits.',
  ],
  [
    'On moving house',
    'Bare room. On the wall\nfour pale squares remember where\nwe used to look out.',
  ],
  ['On tea', 'Steam leaves the small cup\nin no hurry. Nor, it seems,\ndo the words I owe.'],
  ['On the moon', 'Half a moon tonight.\nThe other half, says my son,\nis being repaired.'],
  ['On wind', 'Wind reads the barley\nline by line, then loses its\nplace and starts again.'],
  ['On a bridge', 'Two banks shake hands here.\nThe river underneath them\nhas other business.'],
  ['On autumn', 'One leaf, then the tree\nagrees to the whole idea.\nThe path turns to gold.'],
  ['On silence', 'The clock stops. We hear\nwhat it was talking over\nall these years: the house.'],
];

const replies: TunedModelSeed['examples'] = [
  ['Where is my parcel?', 'I am sorry that it is late. Please tell me your order number.'],
  ['I want my money back', 'You can return anything within 30 days. Shall I send a label?'],
  ['The lamp arrived broken', 'That should not happen. A new one is on its way at no cost.'],
  ['How do I reset my password?', 'Open Settings, then Account, and choose “Reset password”.'],
  ['Can I change my address?', 'Yes, until the parcel has left us. What is the new address?'],
  ['Do you ship to Norway?', 'We do; it takes four to six working days.'],
];

const demoTunedModels: readonly TunedModelSeed[] = [
  {
    id: 'haiku-writer-k2n8q',
    owner: DEMO_USER,
    displayName: 'Haiku writer',
    description: 'Writes a haiku on anything. Ask it for one “On rain”.',
    baseModel: 'models/emulator-flash-tuning',
    epochCount: 5,
    batchSize: 2,
    age: 172_800,
    isPublic: false,
    examples: haikus,
  },
  {
    // 600 steps, a quarter done: takes 7.5 more minutes at the default speed.
    id: 'support-replies-7h3wz',
    owner: DEMO_USER,
    displayName: 'Support replies',
    description: 'Answers customers as our help desk does. In training.',
    baseModel: 'models/emulator-flash-tuning',
    epochCount: 100,
    batchSize: 1,
    age: 150,
    isPublic: false,
    examples: replies,
  },
  {
    id: 'headline-writer-p4x9d',
    owner: DEMO_USER,
    displayName: 'Headline writer',
    description: 'A headline for any text. Its training failed, as [[fail-tuning]] asked.',
    baseModel: 'models/emulator-text-001',
    epochCount: 10,
    batchSize: 2,
    age: 86_400,
    isPublic: false,
    examples: [
      ['The council voted to keep the old bridge.', 'Old bridge stays, council says'],
      ['A heron has moved into the city pond.', 'City pond gets a tall new tenant'],
      ['The night train to the coast runs again.', 'Back on track: night train returns'],
      ['Bakers report a shortage of rye flour.', 'Rye runs low as bakers knead more'],
    ],
  },
  {
    id: 'unit-converter-m6c2r',
    owner: 'grace@example.com',
    displayName: 'Unit converter',
    description: 'Converts units, for everyone to try.',
    baseModel: 'models/emulator-text-001',
    epochCount: 10,
    batchSize: 4,
    age: 604_800,
    isPublic: true,
    examples: [
      ['3 feet in metres', '0.9144 m'],
      ['10 miles in kilometres', '16.093 km'],
      ['2 pounds in grams', '907.18 g'],
      ['100 °F in °C', '37.8 °C'],
      ['1 gallon in litres', '3.785 l'],
      ['6 inches in centimetres', '15.24 cm'],
    ],
  },
];

export function fillTunedModels(world: HandlerContext): void {
  for (const seed of demoTunedModels) addTunedModel(world, seed);
}

function addTunedModel(world: HandlerContext, seed: TunedModelSeed): void {
  const { displayName, description, epochCount, batchSize, baseModel, owner, isPublic } = seed;
  const base = world.models.find(baseModel, 'v1beta');
  if (!base) throw new Error(`The seed has no ${baseModel}.`);
  const name = nameIn('', 'tunedModels', seed.id);
  const examples = seed.examples.map(([textInput, output]) => ({ textInput, output }));
  startTraining(world, {
    name,
    caller: { kind: 'user', email: owner, scopes: ANY_SCOPE },
    version: 'v1beta',
    source: { fields: { baseModel }, base },
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
