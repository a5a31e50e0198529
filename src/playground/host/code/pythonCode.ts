import { BATCH_SIZE } from '../../modes';
import { bodyText, type CodeInput } from './codeInput';
import { heading } from './heading';

const WORDS: { readonly [word: string]: string } = { true: 'True', false: 'False', null: 'None' };

/** A request as a program for Python, which needs nothing but its standard library. */
export function pythonCode(input: CodeInput): string {
  const { request, url, headers, isStream, files, batch } = input;
  const { method } = request;
  const sending = [
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    data=json.dumps(${batch ? 'batch' : 'body'}).encode(),`,
    '    headers={',
    '        "Content-Type": "application/json",',
    ...headers.map(({ name, value, variable }) => {
      const start = value === '' && variable ? [] : [JSON.stringify(value)];
      const sum = [...start, ...(variable ? [`os.environ["${variable}"]`] : [])].join(' + ');
      return `        ${JSON.stringify(name)}: ${sum},`;
    }),
    '    },',
    `    method="${method}",`,
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    ...(isStream
      ? [READING]
      : [`        ${batch ? COLLECTING : 'print(response.read().decode())'}`]),
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(f"{error.code}: {error.read().decode()}")',
  ];
  const lines = [
    '',
    ...(files.length > 0 ? ['import base64'] : []),
    'import json',
    'import os',
    'import urllib.error',
    'import urllib.request',
    '',
    ...files.flatMap(({ token, name }) => [
      `with open("${name}", "rb") as file:`,
      `    ${token} = base64.b64encode(file.read()).decode()`,
      '',
    ]),
    `body = ${literal(input)}`,
    '',
    ...(batch
      ? [
          'embeddings = []',
          `for start in range(0, len(body["${batch}"]), ${BATCH_SIZE}):`,
          `    batch = {**body, "${batch}": body["${batch}"][start:start + ${BATCH_SIZE}]}`,
          ...sending.map((line) => `    ${line}`),
          'print(json.dumps({"embeddings": embeddings}))',
        ]
      : sending),
  ];
  return `${heading('#', input, 'Python 3.8 or later')}${lines.join('\n')}\n`;
}

function literal(input: CodeInput): string {
  let text = bodyText(input, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (piece) => WORDS[piece] ?? piece,
  );
  for (const { token } of input.files) text = text.replace(`"${token}"`, token);
  return text;
}

const COLLECTING = 'embeddings += json.load(response)["embeddings"]';

const READING = `        for line in response:
            if not line.startswith(b"data:"):
                continue
            for candidate in json.loads(line[5:]).get("candidates", [])[:1]:
                for part in candidate.get("content", {}).get("parts", []):
                    text = part["text"] if "text" in part else json.dumps(part)
                    print(text, end="", flush=True)
    print()`;
