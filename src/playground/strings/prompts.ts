/** Texts of the panel about prompt files. */
export const promptsStrings = {} as const;
