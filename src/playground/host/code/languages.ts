import type { CodeInput } from './codeInput';
import { curlCode } from './curlCode';
import { pythonCode } from './pythonCode';
import { scriptCode } from './scriptCode';

/** A language that a request can be written in. */
export interface CodeLanguage {
  readonly label: string;
  /** Id of the language in VS Code. */
  readonly id: string;
  readonly generate: (input: CodeInput) => string;
}

/** The languages of *Get Code*, in the order of its list. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = [
  { label: 'curl', id: 'shellscript', generate: curlCode },
  { label: 'Python', id: 'python', generate: pythonCode },
  { label: 'JavaScript', id: 'javascript', generate: (input) => scriptCode(input, false) },
  { label: 'TypeScript', id: 'typescript', generate: (input) => scriptCode(input, true) },
];
