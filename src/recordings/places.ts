/** Where a program runs: folders whose names say nothing about what it asks. */
export interface Surroundings {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

/** Makes something of another text. @param field where it stands; texts of one field may be pieces of one text. */
export type Change = (text: string, field: string) => string;

/**
 * What stands in recordings for a place, such as `{{cwd}}`; `{{cwd 1/2}}` is the first half of one that came in two pieces.
 * With an equals sign more than it had, such as `{{=cwd}}`, it is what somebody has written himself.
 */
const NAMED = /\{\{(=*)(cwd|home|service)(?: ([1-9]\d*)\/([1-9]\d*))?\}\}/g;

// Shorter ones, such as `/` and `/tmp`, would stand in texts by chance.
const SHORTEST_FOLDER = 5;

/** What is written differently, and the cuts between pieces in it. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly cuts: readonly number[];
}

/** The folders of a program: they never stand in a file, and what stands there for them is where the reader's are. */
export class Places {
  readonly #now: { readonly cwd: string; readonly home: string };
  readonly #forms: readonly (readonly [form: string, name: string])[];

  constructor({ workingDirectory, homeDirectory }: Surroundings) {
    this.#now = { cwd: withoutEnd(workingDirectory), home: withoutEnd(homeDirectory) };
    this.#forms = Object.entries(this.#now).flatMap(([name, folder]) =>
      formsOf(folder).map((form) => [form, name] as const),
    );
  }

  /**
   * What has texts, with these as they are written.
   * @param make gives it with every text changed; called once or twice.
   * @param service its address, which is a place too.
   */
  written<T>(make: (change: Change) => T, service = ''): T {
    const fields = new Map<string, string[]>();
    const plain = make((text, field) => {
      const known = fields.get(field);
      if (known) known.push(text);
      else fields.set(field, [text]);
      return text;
    });
    const forms = service === '' ? this.#forms : [[service, 'service'] as const, ...this.#forms];
    let isSame = true;
    const after = new Map<string, Iterator<string, undefined>>();
    for (const [field, texts] of fields) {
      const pieces = writtenPieces(texts, forms);
      isSame &&= pieces === texts;
      after.set(field, pieces.values());
    }
    return isSame ? plain : make((text, field) => after.get(field)?.next().value ?? text);
  }

  /** A written text as it is where the program runs. @param service undefined where its address is not known yet. */
  placed(text: string, service?: string): string {
    return placed(text, { ...this.#now, service });
  }
}

/** A written text with these places in it, by their names; others are left. */
export function placed(
  text: string,
  places: { readonly [name: string]: string | undefined },
): string {
  if (!text.includes('{{')) return text;
  return text.replace(
    NAMED,
    (all: string, marks: string, name: string, part = '1', parts = '1', at: number) => {
      const place = places[name];
      if (place === undefined) return all;
      if (marks !== '') return all.replace('=', '');
      const form = formAt(place, text, at, at + all.length, parts !== '1');
      if (parts === '1') return form;
      // A piece with half of a character can't be written by everybody who reads it.
      const letters = Array.from(form);
      const cut = (one: number): number => Math.round((letters.length * one) / Number(parts));
      return letters.slice(cut(Number(part) - 1), cut(Number(part))).join('');
    },
  );
}

/** The same name for a place and for what somebody has written himself. */
export function unmarked(text: string): string {
  return text.includes('{{=')
    ? text.replace(NAMED, (all: string, marks: string) => all.replace(marks, ''))
    : text;
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
function formAt(place: string, text: string, start: number, end: number, isCut: boolean): string {
  if (!place.includes('\\')) return place;
  // Slashes are right in all of them.
  if (isCut || text.charAt(end) === '/') return place.replaceAll('\\', '/');
  const isJson =
    BEGINS_STRING.test(text.slice(Math.max(0, start - MOST_INDENT), start)) ||
    text.startsWith('\\\\', end) ||
    BEGINS_JSON.test(text);
  return isJson ? place.replaceAll('\\', '\\\\') : place;
}

/** Texts as they are written, the same ones where nothing is to be changed. What stands across cuts is in as many pieces then. */
function writtenPieces(
  texts: readonly string[],
  forms: readonly (readonly [form: string, name: string])[],
): readonly string[] {
  const whole = texts.join('');
  const there = forms.filter(([form]) => whole.includes(form));
  if (there.length === 0 && !whole.includes('{{')) return texts;
  let length = 0;
  const ends = texts.map((text) => (length += text.length));
  const found = find(whole, ends, there);
  let next = 0;
  return texts.map((text, index) => {
    const end = ends[index] ?? 0;
    const start = end - text.length;
    let [piece, at] = ['', start];
    for (let one = found[next]; one && start < end && one.start < end; one = found[next]) {
      piece += `${whole.slice(at, one.start)}{{${one.name}${partOf(one, start)}}}`;
      at = Math.min(one.end, end);
      // The next piece has the rest of it.
      if (one.end > end) break;
      next += 1;
    }
    return piece + whole.slice(at, end);
  });
}

const partOf = ({ cuts }: Found, start: number): string =>
  cuts.length === 0 ? '' : ` ${cuts.filter((cut) => cut <= start).length + 1}/${cuts.length + 1}`;

function find(
  whole: string,
  ends: readonly number[],
  forms: readonly (readonly [form: string, name: string])[],
): readonly Found[] {
  const borders = new Set(ends);
  const all: Omit<Found, 'cuts'>[] = [];
  for (const [form, name] of forms) {
    for (let at = whole.indexOf(form); at >= 0; at = whole.indexOf(form, at + form.length)) {
      const end = at + form.length;
      // Only a whole folder: another one may begin with its name.
      const isWhole = name === 'service' || !/[\w-]/.test(whole.charAt(end)) || borders.has(end);
      if (isWhole) all.push({ start: at, end, name });
    }
  }
  for (const { 0: said, index } of whole.matchAll(NAMED)) {
    all.push({ start: index, end: index + said.length, name: `=${said.slice(2, -2)}` });
  }
  const sorted = [...borders];
  let [last, next] = [0, 0];
  return all
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .flatMap(({ start, end, name }) => {
      while ((sorted[next] ?? end) <= start) next += 1;
      const cuts = [];
      for (let at = next; (sorted[at] ?? end) < end; at += 1) cuts.push(sorted[at] ?? end);
      // In pieces nobody takes it for a place.
      if (start < last || (cuts.length > 0 && name.startsWith('='))) return [];
      last = end;
      return [{ start, end, name, cuts }];
    });
}
