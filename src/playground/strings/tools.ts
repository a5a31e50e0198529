/** Texts of the panel about functions and structured answers. */
export const toolsStrings = {} as const;
