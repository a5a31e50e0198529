export interface ChosenCache {
  readonly name: string;
  readonly label: string;
  readonly connection: string;
  readonly model: string;
  readonly expireTime?: string;
  readonly tokens?: number;
  /** Set if the cache was created from the start of this conversation. */
  readonly beginning?: {
    readonly upTo: string;
    /** Digest of the cached content, to detect edits. */
    readonly digest: string;
  };
}
