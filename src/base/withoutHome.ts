/** Replaces the home folder, whose path contains the user name, with `~`. */
export function withoutHome(text: string, home: string): string {
  if (home.length <= 1) return text;
  const path = home.replaceAll('\\', '/');
  const address = encodeURI(path);
  const forms = [home, JSON.stringify(home).slice(1, -1), path, address];
  // VS Code writes drive letters in lower case and encodes the colon.
  const all = [...forms, address.replace(':', '%3A')].map((form) => form.replace(/\W/g, '\\$&'));
  return text.replace(new RegExp(`(?:${all.join('|')})(?![\\w-])`, 'gi'), '~');
}
