import { callCode, type CodeDeps } from './code';
import { Decisions } from './decide';
import { Vectors } from './embed';
import { Judges, type VerdictStore } from './judge';
import type { TestFiles } from './planFile';
import type { RunDeps } from './runCases';
import type { AskDeps } from './askModel';

interface ToolsDeps extends AskDeps {
  readonly files: TestFiles;
  readonly verdicts: VerdictStore;
  readonly signal: AbortSignal;
  readonly allowCode: CodeDeps['allowCode'];
}

export function createTools(deps: ToolsDeps): RunDeps['tools'] {
  return (purse, models) => {
    const vectors = new Vectors(deps, purse);
    const decisions = new Decisions(deps, purse);
    const judges = new Judges(deps, purse, models);
    return {
      embed: (texts, model) => vectors.of(texts, model),
      judge: (path, subject, values) => judges.judge(path, subject, values),
      decide: (subject, question) => decisions.of(subject, question),
      callCode: (name, subject) => callCode(name, subject, deps),
    };
  };
}
