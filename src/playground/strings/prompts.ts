/** Texts of the panel about prompt files. */
export const promptsStrings = {
  promptFile: 'Prompt file',
  openPromptFile: 'Open {0} in the Editor',
  savePromptFile: 'Save to File',
  variables: 'Variables',
  variableMissing: 'Enter a value for {0}, or keep its braces.',
  keepBraces: 'Keep Braces',
  keepBracesHint: 'Sends {{…}} as it stands there wherever no value is entered.',
  tryVariables: 'Ask Again with These Values',
} as const;
