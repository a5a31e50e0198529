import { type CodeInput, comments, curlCode, fetchCode, needs, urllibCode } from './codeInput';
import { goFile } from './goSdk';
import { JAVA_CLASS, javaFile } from './javaSdk';
import { pythonFile } from './pythonSdk';
import { scriptFile } from './scriptSdk';
import { type SdkCall, sdkCall } from './sdkCall';

type CallKind = SdkCall['kind'];

interface SdkLanguage {
  readonly sdk: string;
  readonly mark: '//' | '#';
  /** How to add the SDK to a project. */
  readonly install: string;
  /** Calls that the SDK has. */
  readonly calls: readonly CallKind[];
  readonly write: (call: SdkCall, heading: string) => string;
}

interface RestLanguage {
  readonly sdk?: undefined;
  readonly generate: (input: CodeInput) => string;
}

/** Name of the file with the code. */
export function codeFileName({ extension }: CodeLanguage): string {
  return `${extension === 'java' ? JAVA_CLASS : 'gemini-request'}.${extension}`;
}

type CodeLanguage = (SdkLanguage | RestLanguage) & {
  /** Stored as the last choice. */
  readonly id: string;
  readonly label: string;
  /** Extension of the file, from which VS Code knows the language. */
  readonly extension: string;
};

const ALL: readonly CallKind[] = ['generate', 'chat', 'embed', 'interact', 'decide'];
const NO_DECISIONS = ALL.filter((kind) => kind !== 'decide');

/** The languages, in the order of the list: SDKs first. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = [
  {
    id: 'typescript',
    label: 'TypeScript',
    extension: 'ts',
    mark: '//',
    sdk: '@google/genai',
    install: 'npm install @google/genai',
    calls: ALL,
    write: (call: SdkCall, heading: string) => scriptFile(call, heading, true),
  },
  {
    id: 'javascript',
    label: 'JavaScript',
    extension: 'js',
    mark: '//',
    sdk: '@google/genai',
    install: 'npm install @google/genai',
    calls: ALL,
    write: (call: SdkCall, heading: string) => scriptFile(call, heading, false),
  },
  {
    id: 'python',
    label: 'Python',
    extension: 'py',
    mark: '#',
    sdk: 'google-genai',
    install: 'pip install google-genai',
    calls: ALL,
    write: pythonFile,
  },
  {
    id: 'go',
    label: 'Go',
    extension: 'go',
    mark: '//',
    sdk: 'google.golang.org/genai',
    install: 'go get google.golang.org/genai',
    calls: NO_DECISIONS,
    write: goFile,
  },
  {
    id: 'java',
    label: 'Java',
    extension: 'java',
    mark: '//',
    sdk: 'com.google.genai',
    install: 'Maven: com.google.genai:google-genai',
    calls: NO_DECISIONS,
    write: javaFile,
  },
  { id: 'curl', label: 'curl', extension: 'sh', generate: curlCode },
  { id: 'javascriptRest', label: 'JavaScript (fetch)', extension: 'js', generate: fetchCode },
  { id: 'pythonRest', label: 'Python (urllib)', extension: 'py', generate: urllibCode },
];

/** Languages for a request: an SDK only if it has the method. */
export function languagesFor(input: CodeInput): readonly CodeLanguage[] {
  const call = sdkCall(input);
  return CODE_LANGUAGES.filter(
    (language) => 'generate' in language || (call && language.calls.includes(call.kind)),
  );
}

/** @throws Error if the SDK of the language has no such method */
export function generateCode(language: CodeLanguage, input: CodeInput): string {
  if ('generate' in language) return language.generate(input);
  const call = sdkCall(input);
  if (!call) throw new Error(`${language.label} has no method for the request.`);
  return language.write(call, comments(language.mark, notesOf(language, input, call)));
}

function notesOf(
  { install, sdk }: SdkLanguage,
  input: CodeInput,
  { files, missing }: SdkCall,
): readonly string[] {
  const isAccount = input.headers.some(({ variable }) => variable === 'ACCESS_TOKEN');
  return [
    install,
    ...(isAccount
      ? [`${sdk} needs an API key in GEMINI_API_KEY, not an account.`, ...needs(input).slice(1)]
      : needs(input)),
    ...files.map(({ name, mimeType }) => `Requires the attachment (${mimeType}) as ${name}.`),
    ...(missing.length > 0 ? [`${sdk} can\u2019t set ${missing.join(', ')}.`] : []),
  ];
}
