/** Texts of the panel about changing turns. */
export const editingStrings = {} as const;
