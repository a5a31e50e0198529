/** Texts of the panel about requests, answers and their sources. */
export const inspectStrings = {} as const;
