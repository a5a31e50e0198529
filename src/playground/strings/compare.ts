/** Texts of the panel that compares models. */
export const compareStrings = {
  comparison: 'Comparison',
  addColumn: 'Add Model',
  removeColumn: 'Remove This Model',
  compareAnswers: 'Compare Answers',
} as const;
