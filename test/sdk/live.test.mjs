import assert from 'node:assert/strict';
import { clientOf, useEmulator } from './support/emulator.mjs';

// What the tests use of the SDK's live sessions, by hand: see support/genai.mjs.

/**
 * @typedef {object} Message
 * @property {object} [setupComplete]
 * @property {{ modelTurn?: { parts?: { text?: string, inlineData?: { data: string, mimeType: string } }[] }, turnComplete?: boolean, interrupted?: boolean, outputTranscription?: { text?: string }, inputTranscription?: { text?: string } }} [serverContent]
 * @property {{ functionCalls: { id: string, name: string, args: object }[] }} [toolCall]
 * @property {{ ids: string[] }} [toolCallCancellation]
 * @property {{ timeLeft: string }} [goAway]
 * @property {{ newHandle?: string, resumable?: boolean }} [sessionResumptionUpdate]
 * @property {{ totalTokenCount: number }} [usageMetadata]
 */

/**
 * @typedef {object} Session
 * @property {(input: { turns?: unknown, turnComplete?: boolean }) => void} sendClientContent
 * @property {(input: object) => void} sendRealtimeInput
 * @property {(input: { functionResponses: object[] }) => void} sendToolResponse
 * @property {(input: object) => void} sendContextUpdate
 * @property {() => void} close
 */

/** A session, and what came of it. */
class Talk {
  /** @type {Message[]} */
  #came = [];
  #read = 0;
  #wake = () => assert.ok(this.#came.length > 0);
  #closed = Promise.withResolvers();
  /** @type {Session | undefined} */
  #session;

  /** @param {any} ai @param {object} config @param {string} [model] */
  static async open(ai, config, model = 'gemini-3.8-live') {
    const talk = new Talk();
    const callbacks = {
      onmessage: (/** @type {Message} */ message) => {
        talk.#came.push(message);
        talk.#wake();
      },
      onclose: talk.#closed.resolve,
    };
    talk.#session = await ai.live.connect({ model, config, callbacks });
    assert.ok((await talk.next()).setupComplete);
    return talk;
  }

  /** @returns {Promise<{ code: number, reason: string }>} */
  get ended() {
    return this.#closed.promise;
  }

  get session() {
    assert.ok(this.#session);
    return this.#session;
  }

  /** @returns {Promise<Message>} */
  async next() {
    while (this.#read >= this.#came.length) {
      await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#came[this.#read];
    assert.ok(message);
    this.#read += 1;
    return message;
  }

  /**
   * The messages up to one that fits.
   * @param {(message: Message) => boolean} fits
   */
  async until(fits) {
    /** @type {Message[]} */
    const all = [];
    do all.push(await this.next());
    while (!fits(/** @type {Message} */ (all.at(-1))));
    return all;
  }

  turn() {
    return this.until(({ serverContent }) => serverContent?.turnComplete === true);
  }
}

/** @param {Message[]} messages */
const partsOf = (messages) =>
  messages.flatMap(({ serverContent }) => serverContent?.modelTurn?.parts ?? []);

/** @param {Message[]} messages */
const textOf = (messages) =>
  partsOf(messages)
    .map(({ text = '' }) => text)
    .join('');

const TEXT = { responseModalities: ['TEXT'] };

describe('@google/genai: live sessions', () => {
  const emulator = useEmulator();
  const client = () => clientOf(emulator());

  afterEach(() => emulator().control('speed', { latency: 0, rate: 0 }));

  it('answer in turns, in v1 as in v1beta', async () => {
    for (const apiVersion of ['v1', 'v1beta']) {
      const talk = await Talk.open(clientOf(emulator(), { apiVersion }), TEXT);
      talk.session.sendClientContent({ turns: 'Good morning.' });
      const turn = await talk.turn();
      assert.match(textOf(turn), /“Good morning\.”/);
      assert.ok((turn.at(-1)?.usageMetadata?.totalTokenCount ?? 0) > 0);
      talk.session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'And now?' }] }] });
      assert.match(textOf(await talk.turn()), /turn 2/);
      talk.session.close();
    }
  });

  it('call functions, and answer what these gave back', async () => {
    const parameters = { type: 'OBJECT', properties: { city: { type: 'STRING' } } };
    const declaration = { name: 'get_weather', parameters, behavior: 'BLOCKING' };
    const tools = [{ functionDeclarations: [declaration] }];
    const talk = await Talk.open(client(), { ...TEXT, tools });
    talk.session.sendClientContent({ turns: 'What is the weather in Oslo?' });
    const [call] = (await talk.next()).toolCall?.functionCalls ?? [];
    assert.equal(call?.name, 'get_weather');
    const functionResponses = [{ id: call.id, name: call.name, response: { sky: 'clear' } }];
    talk.session.sendToolResponse({ functionResponses });
    assert.match(textOf(await talk.turn()), /"sky": "clear"/);
    talk.session.sendContextUpdate({ systemInstruction: 'Speak of boats.' });
    talk.session.sendClientContent({ turns: 'Hello.' });
    assert.match(textOf(await talk.turn()), /Speak of boats/);
    talk.session.close();
  });

  it('hear and speak', async () => {
    const config = {
      responseModalities: ['AUDIO'],
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
    };
    const talk = await Talk.open(client(), config);
    const loud = Buffer.alloc(2 * 16_000);
    for (let at = 0; at < loud.length / 2; at += 1) {
      loud.writeInt16LE(Math.round(8000 * Math.sin(at / 5)), at * 2);
    }
    for (const sound of [loud, Buffer.alloc(16_000)]) {
      const audio = { data: sound.toString('base64'), mimeType: 'audio/pcm;rate=16000' };
      talk.session.sendRealtimeInput({ audio });
    }
    talk.session.sendRealtimeInput({ audioStreamEnd: true });
    const turn = await talk.turn();
    const [first] = turn;
    assert.equal(first?.serverContent?.inputTranscription?.text, 'I speak for 1.0 seconds.');
    const sounds = partsOf(turn);
    assert.ok(sounds.length > 3);
    assert.ok(sounds.every(({ inlineData }) => inlineData?.mimeType === 'audio/pcm;rate=24000'));
    const words = turn.map((one) => one.serverContent?.outputTranscription?.text ?? '').join('');
    assert.match(words, /I speak for 1\.0 seconds\./);
    talk.session.close();
  });

  it('go on after they were told to end', async () => {
    const config = { ...TEXT, sessionResumption: {} };
    const talk = await Talk.open(client(), config);
    await talk.next();
    talk.session.sendClientContent({ turns: 'My boat is called Ida.' });
    await talk.turn();
    const { sessionResumptionUpdate: update } = await talk.next();
    assert.ok(update?.resumable);
    await emulator().control('live', { goAwaySeconds: 50 });
    assert.deepEqual((await talk.next()).goAway, { timeLeft: '50s' });
    await emulator().control('clock', { advanceSeconds: 50 });
    const { code, reason } = await talk.ended;
    assert.equal(`${code} ${reason}`, '1011 Deadline expired before operation could complete.');
    const next = await Talk.open(client(), {
      ...config,
      sessionResumption: { handle: update.newHandle },
    });
    await next.next();
    next.session.sendClientContent({ turns: 'What is its name?' });
    assert.match(textOf(await next.turn()), /My boat is called Ida\./);
    next.session.close();
  });

  it('are opened by tokens, which fix what they are set up with', async () => {
    const apiVersion = 'v1alpha';
    /** @type {any} */
    const ai = clientOf(emulator(), { apiVersion });
    const { name: apiKey } = await ai.authTokens.create({
      config: {
        uses: 1,
        liveConnectConstraints: {
          model: 'gemini-3.8-live',
          config: { ...TEXT, systemInstruction: 'Speak of boats.' },
        },
      },
    });
    const holder = clientOf({ ...emulator(), apiKey }, { apiKey, apiVersion });
    const talk = await Talk.open(holder, { responseModalities: ['AUDIO'] });
    talk.session.sendClientContent({ turns: 'Hello.' });
    assert.match(textOf(await talk.turn()), /Speak of boats/);
    talk.session.close();
    await assert.rejects(Talk.open(holder, {}), /code 1008.*Token is invalid or has expired/);
  });
});
