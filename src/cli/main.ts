import { failureOf, runProgram } from './program';

runProgram(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const { text, code } = failureOf(error);
    process.stderr.write(text);
    process.exit(code);
  },
);
