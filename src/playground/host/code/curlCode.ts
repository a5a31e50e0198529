import { curlCommand } from '../../../service/curl';
import { batchesOf } from '../modes/modeAsk';
import { bodyText, type CodeInput } from './codeInput';
import { heading } from './heading';

/** A request as a command for a POSIX shell; a long list as one command for each piece of it. */
export function curlCode(input: CodeInput): string {
  const { request, batch } = input;
  const requests = batch
    ? batchesOf(request.body ?? {}, batch).map((body) => ({ ...request, body }))
    : [request];
  const commands = requests.map((one) => commandOf({ ...input, request: one }));
  return `${heading('#', input, 'curl')}${commands.join('\n')}`;
}

function commandOf(input: CodeInput): string {
  const { request, target, clean, files } = input;
  const how = { json: bodyText(input, 2), isPiped: files.length > 0 };
  let { text } = curlCommand(request, target, clean, how);
  for (const { token, name } of files) {
    // The body stands in quotation marks, which end here for a while.
    text = text.replace(`"${token}"`, () => `"'"$(base64 < ${name} | tr -d '\\n')"'"`);
  }
  return text;
}
