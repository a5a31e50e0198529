/** Texts of the panel about answers in the editor. */
export const editorStrings = {} as const;
