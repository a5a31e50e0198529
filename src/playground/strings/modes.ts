/** Texts of the panel about what a conversation asks for. */
export const modesStrings = {} as const;
