import { AdcOrigins } from '../../src/auth/adcOrigins';
import { FakeMemento } from './memento';
import type { FakePrompts } from './prompts';

/** Origins that the user was asked about in prompts of a test. */
export function adcOriginsOf(prompts: FakePrompts, state = new FakeMemento()): AdcOrigins {
  return new AdcOrigins({ prompts, state });
}
