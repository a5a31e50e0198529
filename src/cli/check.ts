import { PACK_DATE } from '../api/modelPack';
import { AppError } from '../base/errors';
import { type OptionRow, parseCommand } from '../emulator/parseOptions';
import {
  findingLine,
  isPastEnd,
  jsonReport,
  type LensFinding,
  locate,
  sarifReport,
  summarize,
} from '../lens/report';
import { scan } from '../lens/scan';
import { EXIT } from './exitCodes';
import { sourceFiles } from './sourceFiles';

export const checkOptionRows = {
  format: {
    type: 'string',
    value: 'text|sarif|json',
    doc: 'Format of the findings on standard output. Default: text.',
  },
  within: {
    type: 'string',
    value: 'DAYS',
    doc: 'Also fails for models that shut down within this time, such as 90d. Default: 0d.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

/** In days. The extension marks models that end earlier. */
const NOTICE = 180;

/**
 * `check`: finds retired models and SDKs in files, by the built-in model data alone. Returns the exit code. Throws
 * `AppError` for invalid options and missing paths.
 */
export async function check(argv: readonly string[], now = new Date()): Promise<number> {
  const { values, words } = parseCommand(argv, checkOptionRows);
  const { format = 'text', within = '0d' } = values;
  const days = /^\d{1,5}d$/.test(within) ? Number.parseInt(within, 10) : undefined;
  if (days === undefined) {
    throw new AppError(
      'badOption',
      `--within must be a number of days, such as 90d, not ${within}.`,
    );
  }
  if (!['text', 'sarif', 'json'].includes(format)) {
    throw new AppError('badOption', `--format must be text, sarif, or json, not ${format}.`);
  }
  const places: LensFinding[] = [];
  for await (const { path, text } of sourceFiles(words.length === 0 ? ['.'] : words)) {
    const marks = scan({ path, text }, { now, noticeDays: Math.max(NOTICE, days) });
    if (marks.length > 0) places.push(...locate([{ path, text, marks }]));
  }
  const findings = places.filter(({ severity }) => severity !== 'none');
  const failing = findings.filter((finding) => isPastEnd(finding, now, days));
  if (format === 'sarif') process.stdout.write(sarifReport(findings));
  else if (format === 'json') process.stdout.write(jsonReport(findings, summarize(places, now)));
  else for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`);
  process.stderr.write(
    `${findings.length} findings, ${failing.length} past their end or within ${within}. Model data as of ${PACK_DATE}.\n`,
  );
  return failing.length > 0 ? EXIT.failed : EXIT.passed;
}
