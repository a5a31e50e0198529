/** Reads a value every time it is called, and tells it the first time and whenever it is another one. */
export function whenChanged<T>(read: () => T, tell: (value: T) => void): () => void {
  let told: { readonly value: T } | undefined;
  return () => {
    const value = read();
    if (told && Object.is(told.value, value)) return;
    told = { value };
    tell(value);
  };
}
