/** Where in a text something is wrong, and what. Characters from the start. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}
