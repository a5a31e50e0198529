import { AppError } from '../base/errors';
import { replaceIn, SlowPatternError } from '../base/patterns';
import { type MatchRules, RULES_FILE } from './rules';

/** Where a program runs: folders whose names say nothing about what it asks. */
export interface Surroundings {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

// Shorter ones, such as `/` and `/tmp`, would stand in texts by chance.
const SHORTEST_FOLDER = 5;

/** Replaces the folders in texts; they never stand in a file. */
export function withoutFolders({
  workingDirectory,
  homeDirectory,
}: Surroundings): (text: string) => string {
  const folders = [
    [workingDirectory, '{{cwd}}'],
    [homeDirectory, '{{home}}'],
  ].flatMap(([folder = '', name = '']) =>
    folder.length < SHORTEST_FOLDER
      ? []
      : [...new Set([folder, folder.replaceAll('\\', '/'), folder.replaceAll('\\', '\\\\')])].map(
          (text) => [text, name] as const,
        ),
  );
  return (text) => folders.reduce((all, [folder, name]) => replaced(all, folder, name), text);
}

/** Only a whole folder: another one may begin with its name. */
function replaced(text: string, folder: string, name: string): string {
  let at = text.indexOf(folder);
  if (at < 0) return text;
  let all = '';
  let from = 0;
  for (; at >= 0; at = text.indexOf(folder, at + folder.length)) {
    if (/[\w-]/.test(text.charAt(at + folder.length))) continue;
    all += text.slice(from, at) + name;
    from = at + folder.length;
  }
  return all + text.slice(from);
}

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;

const DAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const YEAR = String.raw`(?:19|20)\d\d`;
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?`;
const ZONE = String.raw`(?:Z|(?: ?(?:GMT|UTC))?[+-]\d\d:?\d\d|GMT|UTC)(?: \([\w +:-]+\))?`;
const DATES = new RegExp(
  String.raw`\b(?:${[
    String.raw`${YEAR}-\d\d-\d\d`,
    String.raw`${YEAR}/\d{1,2}/\d{1,2}`,
    String.raw`\d{1,2}/\d{1,2}/${YEAR}`,
    String.raw`\d{1,2}\.\d{1,2}\.${YEAR}`,
    String.raw`(?:${DAY},? )?${MONTH} \d{1,2}(?:st|nd|rd|th)?,? ${YEAR}`,
    String.raw`(?:${DAY},? )?\d{1,2}(?:st|nd|rd|th)? ${MONTH},? ${YEAR}`,
  ].join('|')})(?:(?:T|,? (?:at )?)${CLOCK}(?: ?${ZONE})?)?\b`,
  'gi',
);

/** Whether a text may have a date in it, which is cheaper to see than whether it has one. */
const HAS_YEAR = /(?:19|20)\d\d/;

/** Puts named placeholders in the place of what differs from run to run. */
export function withPlaceholders(rules: MatchRules): (text: string) => string {
  const { ignored, placeholders } = rules;
  return (text) => {
    let clean = text;
    for (const { name, pattern } of placeholders) {
      clean = withName(clean, name, pattern);
    }
    if (ignored.has('uuids') && clean.includes('-')) clean = clean.replace(UUID, '{{uuid}}');
    if (ignored.has('dates') && HAS_YEAR.test(clean)) clean = clean.replace(DATES, '{{date}}');
    return clean;
  };
}

/** Throws `AppError` where that takes too long. */
function withName(text: string, name: string, pattern: RegExp): string {
  try {
    return replaceIn(text, pattern, `{{${name}}}`);
  } catch (cause) {
    if (!(cause instanceof SlowPatternError)) throw cause;
    const message = `${RULES_FILE} can't be used: the placeholder ${name}. ${cause.message}`;
    throw new AppError('badOption', message, { cause, hint: cause.hint ?? '' });
  }
}
