import { english, type Strings } from '../strings';

/** The strings with what a translation brings; keys it lacks stay English, strays are dropped. */
export function translated(translation: unknown): Strings {
  if (typeof translation !== 'object' || translation === null) return english;
  const source = translation as { readonly [key: string]: unknown };
  const entries = Object.entries(english).map(([key, text]) => {
    const other = Object.hasOwn(source, key) ? source[key] : undefined;
    return [key, typeof other === 'string' && other !== '' ? other : text] as const;
  });
  return Object.fromEntries(entries) as Strings;
}
