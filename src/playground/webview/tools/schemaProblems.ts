import type { TurnSection } from '../turnSections';

/** How an answer differs from its schema. */
export const schemaProblems: TurnSection = () => undefined;
