/** Texts of the panel about requests as code. */
export const codeStrings = {} as const;
