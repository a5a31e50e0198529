/** The name of a prompt file, from its address. */
export function promptFileName(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? '';
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
