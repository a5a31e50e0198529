import type { World } from '../world';

/** Tokens per second of the service's time that are made in the background. */
export const DEFAULT_INTERACTION_SPEED = 100;
/** How long interactions are kept: the paid tier's choice where nothing else was chosen. */
export const DEFAULT_INTERACTION_DAYS = 55;
/** Milliseconds that one waits before it begins in the background. */
export const QUEUE_TIME = 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
const SETTING = 'interactions';

/** What can be set of interactions. */
export interface InteractionSettings {
  readonly tokensPerSecond: number;
  readonly days: number;
}

export function interactionSettings({ state }: World): InteractionSettings {
  const { tokensPerSecond, days } = state.find('settings', SETTING)?.resource ?? {};
  return {
    tokensPerSecond:
      typeof tokensPerSecond === 'number' ? tokensPerSecond : DEFAULT_INTERACTION_SPEED,
    days: typeof days === 'number' ? days : DEFAULT_INTERACTION_DAYS,
  };
}

export function keepInteractionSettings(world: World, settings: InteractionSettings): void {
  const record = { resource: { ...settings }, hidden: {} };
  if (!world.state.insert('settings', { name: SETTING, parent: '', ...record })) {
    world.state.update('settings', SETTING, record);
  }
}

/** Milliseconds for which an interaction is kept. */
export function retention(world: World): number {
  return interactionSettings(world).days * DAY_MS;
}
