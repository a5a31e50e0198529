/** What tests may turn about sign-in while the emulator runs. */
export interface IdentitySettings {
  /** Whether each refresh replaces the refresh token (RFC 9700 section 4.14.2); Google's never does. */
  rotate: boolean;
  /** Whether the client's consent screen is in testing: new grants then end after 7 days. */
  testing: boolean;
  /** Full names of scopes to answer with `invalid_scope`, as one does that the client may not ask for. */
  refused: readonly string[];
}

export const defaultIdentitySettings: IdentitySettings = {
  rotate: false,
  testing: true,
  refused: [],
};
