import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { FileTarget } from '../base/fileTarget';

/** A prompt file as something that many requests are made of. */
export interface PromptTemplate {
  /** Of the file. */
  readonly name: string;
  /** Resource name. */
  readonly model: string;
  /** Its variables, in the order in which they are asked for. */
  readonly variables: readonly string[];
  /** Values of variables that the file has itself. */
  readonly defaults: { readonly [variable: string]: string };
  /** The request with these values, as a version takes it. */
  request(values: { readonly [variable: string]: string }, version: Version): JsonObject;
}

/** Reads a prompt file. Throws `AppError` where it is none, or has what can't be in many requests. */
export type ReadTemplate = (file: FileTarget) => Promise<PromptTemplate>;
