import type { TurnSection } from '../turnSections';

/** Goes from one candidate of an answer to the next. */
export const candidateSwitch: TurnSection = () => undefined;
