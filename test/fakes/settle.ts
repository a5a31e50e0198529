/** Lets everything that waits only for promises run. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise(setImmediate);
}

/** Waits for some work, and then lets everything that waits only for promises run. */
export async function settled(work: unknown): Promise<void> {
  await work;
  await settle();
}
