import { isObject, tryParse } from '../../base/json';
import { DEFAULT_RULES, type MatchRules, readRules } from '../rules';

export async function firstRules<F>(
  files: readonly F[],
  read: (file: F) => Promise<Uint8Array>,
): Promise<MatchRules> {
  for (const file of files) {
    const rules = await rulesOf(file, read);
    if (rules) return rules;
  }
  return DEFAULT_RULES;
}

async function rulesOf<F>(
  file: F,
  read: (file: F) => Promise<Uint8Array>,
): Promise<MatchRules | undefined> {
  try {
    const json = tryParse(new TextDecoder().decode(await read(file)));
    return isObject(json) ? readRules(json) : undefined;
  } catch {
    return undefined;
  }
}
