/** Texts of the panel about the count of tokens. */
export const tokensStrings = {
  meter: '{0} / {1}',
  meterOver: '{0} / {1}, over the limit',
  meterHint: 'The next request has {0} of the {1} tokens that this model takes.',
  meterHintOpen: 'Tokens of the next request: {0}.',
  meterOverHint:
    'The next request has {0} tokens, and this model takes {1}. It can be sent all the same.',
  countTokens: 'Count tokens',
  countTokensHint: 'Counts the tokens of the next request.',
  countingTokens: 'Counting…',
  notCounted: 'Not counted',
  notCountedHint: 'The tokens were not counted: {0}',
} as const;
