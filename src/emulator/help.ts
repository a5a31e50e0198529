import { faultKinds } from './faultKinds';
import { uploadFaultKinds } from './http/uploadFault';
import { optionsHelp } from './optionRows';

/** What `--help` prints. */
export function helpText(): string {
  const kinds = Object.entries(faultKinds);
  const width = Math.max(...kinds.map(([name]) => name.length));
  return [
    'Serves the Generative Language API on this machine, without an account or a network.\n',
    'When it listens, it prints one line of JSON: baseUrl, apiKey, accessToken, clientSecretFile, controlToken.\n',
    '\nOptions:\n',
    optionsHelp(),
    '\nKinds of faults (operation=*, count=1 and after=0 besides; count=0 for all requests):\n',
    ...kinds.map(([name, { doc, takes }]) => {
      const fields = takes.length > 0 ? ` [${takes.join(', ')}]` : '';
      return `  ${name.padEnd(width)}  ${doc}${fields}.\n`;
    }),
    `  Of uploads: ${uploadFaultKinds.join(', ')}.\n`,
  ].join('');
}
