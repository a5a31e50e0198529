/** Texts of the panel about requests, answers and sources. */
export const inspectStrings = {
  sources: 'Sources ({0})',
  goToSource: 'Source {0}',
  searchedFor: 'Searched for',
  copyQuery: 'Copy Search',
  confidence: '{0} confident',
  showChunk: 'Opens {0}',
  probabilities: 'Token probabilities, {0} on average',
  probabilitiesOnly: 'Token probabilities',
  token: 'Token',
  alternatives: 'Alternatives',
  firstTokens: 'The first {0} of {1} tokens.',
  answerJson: 'JSON',
  answerJsonHint: 'Opens the whole answer as the service gave it.',
} as const;
