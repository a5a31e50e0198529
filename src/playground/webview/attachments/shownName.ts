import { revealedText } from '../markdown/reveal';

/** Characters of a name that are shown, and how many of them are its end: there the type stands. */
const LENGTH = 36;
const END = 14;
/** Names beyond this are cut before they are looked at. */
const LONGEST = 2000;

/** A file's name for people: what hides in it made visible, and the middle cut where it is long. */
export function shownName(name: string): string {
  const bounded = name.length > LONGEST ? name.slice(0, LENGTH) + '…' + name.slice(-END) : name;
  const characters = Array.from(revealedText(bounded).replace(/\s+/g, ' '));
  if (characters.length <= LENGTH) return characters.join('');
  const start = characters.slice(0, LENGTH - END - 1).join('');
  return `${start}…${characters.slice(-END).join('')}`;
}
