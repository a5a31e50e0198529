/** Where a program runs: folders whose names say nothing about what it asks. */
export interface Surroundings {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

/** Makes something of another text. */
export type Change = (text: string) => string;

/**
 * Stands in recordings for a place, such as `{{cwd}}`. With one equals sign more than it had, such as `{{=cwd}}`, it is
 * what the user has written.
 */
const NAMED = /\{\{(=*)(cwd|home|service)\}\}/g;

// Shorter ones, such as `/` and `/tmp`, would stand in texts by chance.
const SHORTEST_FOLDER = 5;

/**
 * The folders of a program: they don't stand in a file if they are whole in a text, and what stands there for them is
 * replaced by the reader's folders. A folder that a stream has cut into pieces stays as it is.
 */
export class Places {
  readonly #now: { readonly cwd: string; readonly home: string };
  /** Names of the folders by each form of them. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #folders: RegExp | undefined;

  constructor({ workingDirectory, homeDirectory }: Surroundings) {
    this.#now = { cwd: withoutEnd(workingDirectory), home: withoutEnd(homeDirectory) };
    const { cwd, home } = this.#now;
    this.#names = new Map([
      ...formsOf(home).map((form) => [form, 'home'] as const),
      ...formsOf(cwd).map((form) => [form, 'cwd'] as const),
    ]);
    const forms = [...this.#names.keys()].toSorted((one, other) => other.length - one.length);
    if (forms.length === 0) return;
    const escaped = forms.map((form) => form.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
    // Only a whole folder: another one may begin with its name.
    this.#folders = new RegExp(`(?:${escaped.join('|')})(?![\\w-])`, 'g');
  }

  /**
   * Gives what has texts, with these as they are written.
   * @param make gives it with every text changed.
   * @param service its address, which is a place too.
   */
  written<T>(make: (change: Change) => T, service = ''): T {
    return make((text) => this.#written(text, service));
  }

  /** A written text as it is where the program runs. @param service undefined where its address is not known yet. */
  placed(text: string, service?: string): string {
    return placed(text, { ...this.#now, service });
  }

  #written(text: string, service: string): string {
    const marked = text.includes('{{') ? text.replace(NAMED, '{{=$1$2}}') : text;
    const addressed = service === '' ? marked : marked.replaceAll(service, '{{service}}');
    if (!this.#folders) return addressed;
    return addressed.replace(this.#folders, (form) => `{{${this.#names.get(form)}}}`);
  }
}

/** A written text with these places in it, by their names; others are left. */
export function placed(
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

/** The same name for a place and for what the user has written. */
export function unmarked(text: string): string {
  return text.includes('{{=') ? text.replace(NAMED, '{{$2}}') : text;
}

/** Without a slash at its end, as HOME may have one: what follows a folder begins with it. */
const withoutEnd = (folder: string): string => folder.replace(/(?<=[^\\/:])[\\/]+$/, '');

/** A folder as programs write it: drives of Windows in either case, with slashes, and in JSON within a text. */
function formsOf(folder: string): readonly string[] {
  if (folder.length < SHORTEST_FOLDER) return [];
  const [drive, rest] = [folder.charAt(0), folder.slice(1)];
  const forms = [drive.toUpperCase(), drive.toLowerCase()].flatMap((first) =>
    ['\\', '/', '\\\\'].map((slash) => (first + rest).replaceAll('\\', slash)),
  );
  return [...new Set(forms)];
}

/** JSON and its strings begin so; prose has links, levels of logs and quotes. */
const BEGINS_JSON = /^\s*(?:[[{]\s*"|\[\s*(?:\[|\{(?!\{)))/;
const BEGINS_STRING = /(?:^|[:,[{])\s*"$/;
const MOST_INDENT = 80;

/** A place in the form that fits what stands around it. */
function formAt(place: string, text: string, start: number, end: number): string {
  if (!place.includes('\\')) return place;
  // Slashes are right in all of them.
  if (text.charAt(end) === '/') return place.replaceAll('\\', '/');
  const isJson =
    BEGINS_STRING.test(text.slice(Math.max(0, start - MOST_INDENT), start)) ||
    text.startsWith('\\\\', end) ||
    BEGINS_JSON.test(text);
  return isJson ? place.replaceAll('\\', '\\\\') : place;
}
