/** The cached content that a conversation's requests use. */
export interface ChosenCache {
  readonly name: string;
  readonly label: string;
  readonly connection: string;
  readonly model: string;
  /** Expiration and token count as last returned by the API. */
  readonly expireTime?: string;
  readonly tokens?: number;
  /** Set if the cache was created from the start of this conversation. */
  readonly beginning?: {
    /** ID of the last cached turn. */
    readonly upTo: string;
    /** Digest of the cached content, to detect edits. */
    readonly digest: string;
  };
}
