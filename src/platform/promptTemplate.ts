import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { FileTarget } from '../base/fileTarget';

export interface PromptTemplate {
  readonly name: string;
  readonly model: string;
  /** Variables in input order. */
  readonly variables: readonly string[];
  readonly defaults: { readonly [variable: string]: string };
  request(values: { readonly [variable: string]: string }, version: Version): JsonObject;
}

/** Reads a prompt file. Throws `AppError` if it is invalid or unsuitable as a template. */
export type ReadTemplate = (file: FileTarget) => Promise<PromptTemplate>;
