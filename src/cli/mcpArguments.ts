import type { Need } from '../agent/tool';
import { AppError } from '../base/errors';
import { type OptionRow, parseOptions } from '../emulator/parseOptions';
import { promptOptionRows } from './promptArguments';

export const mcpOptionRows = {
  port: {
    type: 'string',
    value: 'N',
    doc: 'Port of the emulator, so that your app can use it too. Default: a free port.',
  },
  live: {
    type: 'boolean',
    doc: 'Allows the live API, with the key from GEMINI_API_KEY or GOOGLE_API_KEY. Requires --max-cents.',
  },
  'max-cents': {
    type: 'string',
    value: 'N',
    doc: 'Maximum cost of all calls in US cents, based on published prices.',
  },
  'allow-attachments': promptOptionRows['allow-attachments'],
  'allow-tools': promptOptionRows['allow-tools'],
  'allow-code': promptOptionRows['allow-code'],
} as const satisfies { readonly [name: string]: OptionRow };

interface McpArguments {
  readonly port?: number;
  /** Maximum cost in US dollars. Undefined if the live API isn’t allowed. */
  readonly dollars?: number;
  readonly allows: ReadonlySet<Need>;
}

/** Parses the options of `mcp`. Throws `AppError` for the first problem. */
export function readMcpArguments(argv: readonly string[]): McpArguments {
  const { live = false, port, 'max-cents': cents, ...values } = parseOptions(argv, mcpOptionRows);
  if (live !== (cents !== undefined)) {
    throw new AppError('badOption', 'Use --live and --max-cents together.', {
      hint: 'For example: mcp --live --max-cents 50.',
    });
  }
  const needs = ['attachments', 'tools', 'code'] as const;
  return {
    ...(port !== undefined && { port: whole('--port', port, 65_535) }),
    ...(cents !== undefined && { dollars: whole('--max-cents', cents, 1_000_000) / 100 }),
    allows: new Set<Need>([
      ...(live ? (['money'] as const) : []),
      ...needs.filter((need) => values[`allow-${need}`] === true),
    ]),
  };
}

function whole(name: string, text: string, most: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= most) return Number(text);
  throw new AppError('badOption', `${name} must be a whole number up to ${most}, not ${text}.`);
}
