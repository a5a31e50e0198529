/** The message that asks for an answer in the right form. In English, as models understand best. */
export function correctionOf(problems: readonly string[]): string {
  return [
    'Your last answer does not have the form that was asked for:',
    ...problems.map((problem) => `- ${problem}`),
    '',
    'Answer again, with these mistakes corrected and everything else as it was.',
  ].join('\n');
}
