/** Texts of the panel about the count of tokens. */
export const tokensStrings = {} as const;
