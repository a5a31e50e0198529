/** Texts of the panel about requests as code. */
export const codeStrings = { getCode: 'Get Code…' } as const;
