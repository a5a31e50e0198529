import type { TurnSection } from '../turnSections';

/** Where an answer comes from. */
export const sourcesView: TurnSection = () => undefined;
