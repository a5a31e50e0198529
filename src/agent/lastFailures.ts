import { cut, oneLine } from '../api/errors';
import { decodeErrorBody } from '../api/errors/decode';
import { type Failure, type Prepared, type ToolContext, untrusted } from './tool';

interface Input {
  readonly limit?: number;
  readonly app?: string;
}

const DEFAULT_LIMIT = 1;
const MAX_DETAILS = 5000;

export function lastFailures(
  { limit = DEFAULT_LIMIT, app = '' }: Input,
  { failures }: Pick<ToolContext, 'failures'>,
): Prepared {
  return {
    run: async () => {
      const all = await failures();
      const found = all
        .filter((one) => one.app.toLowerCase().includes(app.toLowerCase()))
        .slice(0, limit);
      if (found.length === 0) {
        const apps = [...new Set(all.map((one) => one.app))].join(', ');
        const others = apps === '' ? '' : ` Senders with failed requests: ${apps}.`;
        return { text: `No failed requests.${others}` };
      }
      return { text: found.map((one) => textOf(one)).join('\n\n') };
    },
  };
}

function textOf(failure: Failure): string {
  const { name, app, at, status, details } = failure;
  const advice = adviceFor(failure);
  return [
    `${cut(oneLine(name), 100)} from ${cut(oneLine(app), 100)} at ${new Date(at).toISOString()}${status === undefined ? '' : `, status ${status}`}`,
    ...(advice === undefined ? [] : [`Advice: ${advice}`]),
    untrusted('the traffic log', details, MAX_DETAILS),
  ].join('\n');
}

/** Returns what to do about an error response. */
function adviceFor({ status, error }: Failure): string | undefined {
  if (error === undefined || status === undefined) return undefined;
  const { reason, hint } = decodeErrorBody(status, error);
  if (reason !== 'invalidRequest') return hint;
  return [hint, 'Check the body with gemini_validate_request.'].filter(Boolean).join(' ');
}
