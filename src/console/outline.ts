/** What can be compared of a version of the service, whoever describes it. */
export interface Outline {
  /** By id, such as `models.get`. */
  readonly methods: ReadonlyMap<string, MethodOutline>;
  /** The fields of the messages by name, and the values of those that are enumerations. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, readonly string[] | undefined>>;
}

export interface MethodOutline {
  readonly verb: string;
  /** With its variables as patterns, such as `v1beta/models/*:generateContent`. */
  readonly path: string;
  /** Names of query parameters, besides those that all methods take. */
  readonly query: readonly string[];
}
