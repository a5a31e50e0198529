export const kinds = { model: {} } as const;
export type KindId = keyof typeof kinds;
