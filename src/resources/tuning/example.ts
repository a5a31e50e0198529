/** What a model learns from: to this input, this output. */
export interface Example {
  readonly textInput: string;
  readonly output: string;
}

/** An example, and where its file has it. */
export interface ExampleRow extends Example {
  /** From 1. */
  readonly line: number;
  /** Why it is no example, as a sentence; absent where it can be read. */
  readonly problem?: string;
}

/** Which columns of a file are the input and the output. */
export interface ExampleMapping {
  readonly input: string;
  readonly output: string;
}
