import type { JsonObject } from '../../../src/api/schema/row';
import { settled } from '../../fakes/settle';
import { ask } from './ask';
import { REMOTE, SMALL } from './fakeServices';
import { World, type TestSession } from './world';

export const described = (id: string, ...methods: readonly string[]): JsonObject => ({
  name: `models/${id}`,
  displayName: id,
  supportedGenerationMethods: methods,
});
const MODELS = [
  SMALL,
  described('bison', 'generateText'),
  described('chatter', 'generateMessage'),
  described('aqa', 'generateAnswer'),
  described('embedder', 'embedContent'),
  described('gecko', 'embedText'),
];

interface Call {
  readonly id: string;
  readonly input: JsonObject;
  readonly version?: string;
}

/** A world with a model for every mode, whose calls the test answers one by one. */
export class ModeWorld extends World {
  readonly calls: Call[] = [];
  readonly answers: JsonObject[] = [];

  constructor() {
    super();
    const { calls, answers } = this;
    this.store.pages[REMOTE.id] = [MODELS];
    Object.assign(this.client, {
      async call(id: string, input: JsonObject, { version }: { version: string }) {
        calls.push({ id, input, version });
        const answer = answers.shift();
        if (!answer) throw new Error('no network');
        return answer;
      },
    });
  }

  /** Asks, with these answers of the service; answers the body of the last request. */
  async asked(
    session: TestSession,
    text: string,
    ...replies: readonly JsonObject[]
  ): Promise<JsonObject> {
    this.answers.push(...replies);
    await settled(ask(session, text));
    return (this.calls.at(-1)?.input.body ?? {}) as JsonObject;
  }
}
