/** An option of the command line. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** May be given again for more. */
  readonly multiple?: true;
  /** What stands for its value in the help. */
  readonly value?: string;
  /** What it does, with its default; one line. */
  readonly doc: string;
}

/** Every option of the program, in the order of its help. */
export const optionRows = {
  port: { type: 'string', value: 'N', doc: 'Port on 127.0.0.1; a free one by default.' },
  seed: { type: 'string', value: 'demo|empty', doc: 'What to begin with; demo by default.' },
  data: {
    type: 'string',
    value: 'DIR',
    doc: 'Folder that keeps everything across starts; otherwise it is in memory only.',
  },
  models: { type: 'string', value: 'N', doc: 'So many numbered models besides, for long lists.' },
  documents: { type: 'string', value: 'N', doc: 'So many numbered documents in a corpus besides.' },
  chunks: { type: 'string', value: 'N', doc: 'So many numbered chunks in one document besides.' },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'HOST:PORT',
    doc: 'Takes one more value of the header Host; may be repeated.',
  },
  latency: {
    type: 'string',
    value: 'MS',
    doc: 'Milliseconds to the first piece of what a model answers; 250 by default.',
  },
  rate: {
    type: 'string',
    value: 'N',
    doc: 'Tokens per second after that; 90 by default, 0 for no delay.',
  },
  'tuning-speed': {
    type: 'string',
    value: 'N',
    doc: 'Steps per second that trainings do; 1 by default, 0 stops them.',
  },
  fault: {
    type: 'string',
    multiple: true,
    value: 'KIND,NAME=VALUE…',
    doc: 'Something that goes wrong, such as reset,operation=models.list,count=2; may be repeated.',
  },
  clock: {
    type: 'string',
    value: 'ISO',
    doc: 'The time of the service, which stands still there until the control API moves it.',
  },
  'random-seed': {
    type: 'string',
    value: 'TEXT',
    doc: 'Makes ids of new things the same at every start.',
  },
  'tuned-models-accept-keys': {
    type: 'boolean',
    doc: 'Takes API keys for tuned models, as the live service does and its documents do not say.',
  },
  'until-input-ends': { type: 'boolean', doc: 'Ends when standard input ends.' },
  help: { type: 'boolean', doc: 'This text.' },
} as const satisfies { readonly [name: string]: OptionRow };

/** All options as one line names them: `--port N, --seed demo|empty, …`. */
export function usage(): string {
  return Object.entries<OptionRow>(optionRows).map(written).join(', ');
}

/** The options with what they do, a line each. */
export function optionsHelp(): string {
  const rows = Object.entries<OptionRow>(optionRows);
  const width = Math.max(...rows.map((row) => written(row).length));
  return rows.map((row) => `  ${written(row).padEnd(width)}  ${row[1].doc}\n`).join('');
}

function written([name, { value }]: readonly [string, OptionRow]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
