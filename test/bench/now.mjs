/** Of this machine, in ms since 1970, the same in every process. */
export const now = () => performance.timeOrigin + performance.now();
