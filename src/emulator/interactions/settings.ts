import type { HandlerContext } from '../handlerContext';

/** Output speed of background interactions, in tokens per second of emulator time. */
export const DEFAULT_INTERACTION_SPEED = 100;
/** Retention in days; default of the paid tier. */
export const DEFAULT_INTERACTION_DAYS = 55;
/** Delay in ms before a background interaction starts. */
export const QUEUE_TIME = 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
const SETTING = 'interactions';

export interface InteractionSettings {
  readonly tokensPerSecond: number;
  readonly days: number;
}

export function interactionSettings({ state }: HandlerContext): InteractionSettings {
  const { tokensPerSecond, days } = state.find('settings', SETTING)?.resource ?? {};
  return {
    tokensPerSecond:
      typeof tokensPerSecond === 'number' ? tokensPerSecond : DEFAULT_INTERACTION_SPEED,
    days: typeof days === 'number' ? days : DEFAULT_INTERACTION_DAYS,
  };
}

export function saveInteractionSettings(
  world: HandlerContext,
  settings: InteractionSettings,
): void {
  const record = { resource: { ...settings }, hidden: {} };
  if (!world.state.insert('settings', { name: SETTING, parent: '', ...record })) {
    world.state.update('settings', SETTING, record);
  }
}

/** Returns the retention of interactions in ms. */
export function retention(world: HandlerContext): number {
  return interactionSettings(world).days * DAY_MS;
}
