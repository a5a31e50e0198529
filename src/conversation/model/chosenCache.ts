/** Cached content that the requests of a conversation begin with. */
export interface ChosenCache {
  /** Resource name. */
  readonly name: string;
  /** As the user sees it. */
  readonly label: string;
  /** Id of the connection that has it. */
  readonly connection: string;
  /** Resource name of the model that it is for. */
  readonly model: string;
  /** As the service told them last. */
  readonly expireTime?: string;
  readonly tokens?: number;
  /** It was made of the beginning of this conversation. */
  readonly beginning?: {
    /** Id of the last turn in it. */
    readonly upTo: string;
    /** Of all that is in it. */
    readonly digest: string;
  };
}
