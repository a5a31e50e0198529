import { AppError } from '../base/errors';
import { replaceIn, SlowPatternError } from '../base/patterns';
import { type MatchRules, RULES_FILE } from './rules';

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

/** Fast test for texts that may contain a date. */
const HAS_YEAR = /(?:19|20)\d\d/;

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

/** Throws `AppError` if the pattern takes too long. */
function withName(text: string, name: string, pattern: RegExp): string {
  try {
    return replaceIn(text, pattern, `{{${name}}}`);
  } catch (cause) {
    if (!(cause instanceof SlowPatternError)) throw cause;
    const message = `Invalid ${RULES_FILE}: the placeholder ${name} is too slow. ${cause.message}`;
    throw new AppError('badOption', message, { cause, hint: cause.hint ?? '' });
  }
}
