import type { TurnSection } from '../turnSections';

/** The vectors of texts: how similar they are. */
export const embeddingView: TurnSection = () => undefined;
