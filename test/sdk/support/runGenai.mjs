// A program of its own that does all with Google's SDK that the tests of programs do: `node runGenai.mjs FILE`.
import { genaiProgram } from '../programs/genai.mjs';

const [, , file = ''] = process.argv;
for (const [action, run] of Object.entries(genaiProgram('@google/genai')())) {
  await run({ file });
  console.log(action);
}
// A session that it leaves open would hold it.
process.exit(0);
