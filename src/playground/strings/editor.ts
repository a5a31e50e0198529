/** Texts of the panel about answers in the editor. */
export const editorStrings = {
  insertAtCursor: 'Insert at Cursor',
  compareWithSelection: 'Compare with Selection',
} as const;
