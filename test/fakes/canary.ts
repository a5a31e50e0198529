import { format, inspect } from 'node:util';

/** Characters of a secret that are enough to count as found: a cut-off one is a leak too. */
const ENOUGH = 10;

/**
 * Whether a text shows a secret: whole or in part, in any case, percent-encoded, in base64 or in hex.
 * Secrets shorter than ten characters must be there whole.
 */
export function shows(text: string, secret: string): boolean {
  const lower = text.toLowerCase();
  let pieces = known.get(secret);
  if (!pieces) known.set(secret, (pieces = formsOf(secret).flatMap(piecesOf)));
  return pieces.some((piece) => lower.includes(piece));
}

/** By secrets: tests look for the same ones in very many texts. */
const known = new Map<string, readonly string[]>();

/** Everything that a program might print of a value: as text, as JSON, and inspected in depth. */
export function facesOf(value: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const faces: string[] = [];
  const visit = (one: unknown): void => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    faces.push(
      format('%s', one),
      inspect(one, { depth: 10, showHidden: true, maxStringLength: Infinity }),
      inspect(one, { depth: 10, showHidden: true, customInspect: false, getters: true }),
      asJson(one),
    );
    if (!(one instanceof Error)) return;
    faces.push(one.stack ?? '', one.message);
    for (const name of Object.getOwnPropertyNames(one)) visit(Reflect.get(one, name));
    // Getters of the class, such as an error's excerpt of the body for the log.
    const shape = Object.getPrototypeOf(one) as object;
    for (const name of Object.getOwnPropertyNames(shape)) {
      if (name !== 'constructor') visit(Reflect.get(one, name));
    }
  };
  visit(value);
  return faces;
}

/** The faces of a value that show one of the secrets; nothing when it is clean. */
export function leaks(value: unknown, secrets: readonly string[]): readonly string[] {
  const faces = typeof value === 'string' ? [value] : facesOf(value);
  return faces.filter((face) => secrets.some((secret) => shows(face, secret)));
}

function asJson(value: unknown): string {
  try {
    return format('%j', value);
  } catch (error) {
    return String(error);
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    // Within a longer text the secret may begin anywhere in a group of three bytes.
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...base64];
}

function piecesOf(form: string): readonly string[] {
  const lower = form.toLowerCase();
  if (lower.length <= ENOUGH) return [lower];
  return Array.from({ length: lower.length - ENOUGH + 1 }, (_, at) => lower.slice(at, at + ENOUGH));
}
