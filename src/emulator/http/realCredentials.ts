/** What is said where somebody sends a credential of the real service. */
export const REAL_REFUSED =
  'This is the emulator, and it refuses what looks like a real credential. Use the one that it ' +
  'printed when it started. Nothing was logged; if other people can read your settings, replace ' +
  'the real one.';
