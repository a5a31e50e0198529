/** Texts of the panel about the settings. */
export const settingsStrings = {} as const;
