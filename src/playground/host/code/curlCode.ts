import { curlCommand } from '../../../service/curl';
import { bodyText, type CodeInput } from './codeInput';
import { heading } from './heading';

/** A request as a command for a POSIX shell. */
export function curlCode(input: CodeInput): string {
  const { request, target, clean, files } = input;
  const how = { json: bodyText(input, 2), isPiped: files.length > 0 };
  let { text } = curlCommand(request, target, clean, how);
  for (const { token, name } of files) {
    // The body stands in quotation marks, which end here for a while.
    text = text.replace(`"${token}"`, () => `"'"$(base64 < ${name} | tr -d '\\n')"'"`);
  }
  return `${heading('#', input, 'curl')}${text}`;
}
