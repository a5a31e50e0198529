/** A request that makes what examples speak of, typed by hand as they are. */
export interface Step {
  /** `METHOD /path`. */
  readonly request: string;
  /** JSON text of the body. */
  readonly body: string;
  /**
   * The name that the examples use for what this makes, where the service chooses the real one and
   * answers it as `name`.
   */
  readonly standsFor?: string;
}

/**
 * What must be there before an example can succeed, besides what the demo seed has, in this order. A step
 * whose operation is not served yet is passed over.
 */
export const preparation: readonly Step[] = [
  {
    request: 'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions',
    body: '{"granteeType":"USER","emailAddress":"hanna@example.com","role":"READER"}',
    standsFor: 'corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845',
  },
  {
    request: 'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions',
    body: '{"granteeType":"GROUP","emailAddress":"wardens@example.org","role":"READER"}',
    standsFor: 'corpora/field-notes-4k2vq8x1m7zd/permissions/105318660247719038265',
  },
  {
    request: 'POST /v1beta/cachedContents',
    // The service caches nothing that is shorter.
    body: `{"model":"models/emulator-flash","ttl":"86400s","contents":[{"role":"user","parts":[{"text":"${'tide '.repeat(1200)}"}]}]}`,
    standsFor: 'cachedContents/n5r2w8y1k4mj',
  },
];
