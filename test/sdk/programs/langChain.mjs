import assert from 'node:assert/strict';
import { requirePeer } from '../../bench/peers.mjs';
import { all } from '../support/emulator.mjs';

/** @typedef {import('../programs.test.mjs').Program} Program */

const model = 'gemini-3.8-flash';

/**
 * What programs do with LangChain, which reads no address from the environment.
 * @param {(peers: { baseUrl: string | undefined }) => any} open The model.
 * @returns {Program}
 */
const langChain = (open) => () => {
  const { z } = requirePeer('zod');
  const { HumanMessage, ToolMessage } = requirePeer('@langchain/core/messages');
  const { tool } = requirePeer('@langchain/core/tools');
  const chat = open({ baseUrl: process.env['GOOGLE_GEMINI_BASE_URL'] });
  const schema = z.object({ city: z.string() });
  const forecast = tool(async () => 'Rain', { name: 'forecast', description: 'Weather.', schema });
  return {
    generate: async () => assert.ok((await chat.invoke('Name three rivers.')).content),
    'generate with an instruction': async () => {
      const messages = [
        ['system', 'Be brief.'],
        ['human', 'Name three rivers.'],
      ];
      assert.match((await chat.invoke(messages)).content, /Be brief/);
    },
    stream: async () => assert.ok((await all(await chat.stream('Name three rivers.'))).length > 1),
    'call tools': async () => {
      const bound = chat.bindTools([forecast]);
      const asked = new HumanMessage('Call forecast for Oslo.');
      const called = await bound.invoke([asked]);
      const [call] = called.tool_calls;
      const result = new ToolMessage({
        content: 'Rain',
        tool_call_id: call.id,
        name: call.name,
      });
      assert.match((await bound.invoke([asked, called, result])).content, /Rain/);
    },
    'make objects': async () => {
      const made = await chat.withStructuredOutput(schema).invoke('Name a city.');
      assert.deepEqual(schema.parse(made), made);
    },
  };
};

/** @type {Program} */
export const langChainGenaiProgram = () => {
  const peer = requirePeer('@langchain/google-genai');
  const options = { model: 'gemini-embedding-001', baseUrl: process.env['GOOGLE_GEMINI_BASE_URL'] };
  const vectors = new peer.GoogleGenerativeAIEmbeddings(options);
  return {
    ...langChain(({ baseUrl }) => new peer.ChatGoogleGenerativeAI({ model, baseUrl }))(),
    embed: async () => {
      assert.equal((await vectors.embedQuery('one')).length, 3072);
      assert.equal((await vectors.embedDocuments(['one', 'two'])).length, 2);
    },
  };
};

/** @type {Program} */
export const langChainGoogleProgram = langChain(({ baseUrl: endpoint }) => {
  const { ChatGoogle } = requirePeer('@langchain/google');
  return new ChatGoogle({ model, endpoint, platformType: 'gai' });
});
