import { randomBytes } from 'node:crypto';
import { seedOf } from '../engine/hash';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes the random parts of names: the same ones again where a seed was given. */
export class Ids {
  readonly #seed: string;
  readonly #repeats: boolean;
  #count = 0;

  constructor(seed?: string) {
    this.#seed = seed ?? randomBytes(16).toString('hex');
    this.#repeats = seed !== undefined;
  }

  /** Begins anew, as at a start: with the same ones where a seed was given. */
  restart(): void {
    if (this.#repeats) this.#count = 0;
  }

  /** So many of a-z and 0-9; the service uses 12. */
  random(length = 12): string {
    this.#count += 1;
    return Array.from({ length }, (_none, index) => {
      const at = seedOf([this.#seed, this.#count, index]) % LETTERS.length;
      return LETTERS.charAt(at);
    }).join('');
  }

  /** The id that the service makes where none was given: the display name as an id, and 12 characters. */
  derive(displayName: string): string {
    const slug = displayName
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 27)
      .replace(/-+$/, '');
    return slug === '' ? this.random() : `${slug}-${this.random()}`;
  }
}
