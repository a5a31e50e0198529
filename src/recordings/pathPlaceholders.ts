export interface PlaceholderValues {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

export type Change = (text: string) => string;

/**
 * Placeholders such as `{{cwd}}`. The same text written by the user gets an additional equals sign:
 * `{{=cwd}}`.
 */
const NAMED = /\{\{(=*)(cwd|home|service)\}\}/g;

// Shorter paths, such as `/tmp`, occur in texts by chance.
const MIN_FOLDER_LENGTH = 5;

/**
 * Replaces folders by placeholders in recordings, and back by the reader's folders. Folders split across stream chunks
 * remain.
 */
export class PathPlaceholders {
  readonly #now: { readonly cwd: string; readonly home: string };
  readonly #names: ReadonlyMap<string, string>;
  readonly #folders: RegExp | undefined;

  constructor({ workingDirectory, homeDirectory }: PlaceholderValues) {
    this.#now = { cwd: withoutEnd(workingDirectory), home: withoutEnd(homeDirectory) };
    const { cwd, home } = this.#now;
    this.#names = new Map([
      ...formsOf(home).map((form) => [form, 'home'] as const),
      ...formsOf(cwd).map((form) => [form, 'cwd'] as const),
    ]);
    const forms = [...this.#names.keys()].toSorted((one, other) => other.length - one.length);
    if (forms.length === 0) return;
    const escaped = forms.map((form) => form.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
    // Matches complete folder names only.
    this.#folders = new RegExp(`(?:${escaped.join('|')})(?![\\w-])`, 'g');
  }

  /**
   * Returns the value with placeholders in its texts.
   * @param make transforms all texts of the value
   * @param service emulator URL, also replaced
   */
  written<T>(make: (change: Change) => T, service = ''): T {
    return make((text) => this.#written(text, service));
  }

  /** Expands placeholders. @param service emulator URL, undefined if unknown */
  placed(text: string, service?: string): string {
    return expandPlaceholders(text, { ...this.#now, service });
  }

  #written(text: string, service: string): string {
    const marked = text.includes('{{') ? text.replace(NAMED, '{{=$1$2}}') : text;
    const addressed = service === '' ? marked : marked.replaceAll(service, '{{service}}');
    if (!this.#folders) return addressed;
    return addressed.replace(this.#folders, (form) => `{{${this.#names.get(form)}}}`);
  }
}

export function expandPlaceholders(
  text: string,
  places: { readonly [name: string]: string | undefined },
): string {
  if (!text.includes('{{')) return text;
  return text.replace(NAMED, (all: string, marks: string, name: string, at: number) => {
    const place = places[name];
    if (place === undefined) return all;
    return marks === '' ? formAt(place, text, at, at + all.length) : all.replace('=', '');
  });
}

/** Removes the extra equals signs of user-written placeholders. */
export function unescapePlaceholders(text: string): string {
  return text.includes('{{=') ? text.replace(NAMED, '{{$2}}') : text;
}

const withoutEnd = (folder: string): string => folder.replace(/(?<=[^\\/:])[\\/]+$/, '');

/** Returns spellings of a folder: drive letter case, slashes, and escaped as in JSON. */
function formsOf(folder: string): readonly string[] {
  if (folder.length < MIN_FOLDER_LENGTH) return [];
  const [drive, rest] = [folder.charAt(0), folder.slice(1)];
  const forms = [drive.toUpperCase(), drive.toLowerCase()].flatMap((first) =>
    ['\\', '/', '\\\\'].map((slash) => (first + rest).replaceAll('\\', slash)),
  );
  return [...new Set(forms)];
}

/** Prefixes of JSON objects, arrays, and strings. Prose contains links, log levels, and quotes. */
const BEGINS_JSON = /^\s*(?:[[{]\s*"|\[\s*(?:\[|\{(?!\{)))/;
const BEGINS_STRING = /(?:^|[:,[{])\s*"$/;
const MAX_INDENT = 80;

/** Returns the folder, escaped for the surrounding text. */
function formAt(place: string, text: string, start: number, end: number): string {
  if (!place.includes('\\')) return place;
  if (text.charAt(end) === '/') return place.replaceAll('\\', '/');
  const isJson =
    BEGINS_STRING.test(text.slice(Math.max(0, start - MAX_INDENT), start)) ||
    text.startsWith('\\\\', end) ||
    BEGINS_JSON.test(text);
  return isJson ? place.replaceAll('\\', '\\\\') : place;
}
