import { textAt } from '../../base/json';
import { closestSentence } from '../embedder';
import { search } from '../corpora/search';
import { digest, seedOf } from '../digest';
import { abstractPicture, encodePng, signature } from '../engine';
import { searchStores } from '../fileSearch/retrieval';
import { listRecords } from '../records';
import { bytesOf, shorten, topic } from '../text';
import type { HandlerContext } from '../handlerContext';
import type { Annotation, Content, Step, Task } from './run';

const PICTURE_SIDE = 256;
const PASSAGES = 3;
const MIN_SCORE = 0.3;

interface Finding {
  readonly quote: string;
  readonly title: string;
  readonly uri: string;
}

/**
 * Simulates deep research: searches the given stores (default: all) and all corpora, and cites the
 * results. With `collaborative_planning`, returns a plan first and waits for approval.
 */
export function research(task: Task, world: HandlerContext): readonly Step[] {
  const { question, config, conversation } = task;
  const about = topic(firstQuestion(conversation) || question);
  const subject = about.join(' ') || 'the subject';
  const thoughts = thoughtsOn(task, [
    `**Planning**\n\nThe question is “${shorten(question, 120)}”. It is about ${subject}.`,
  ]);
  if (config.collaborative_planning === true) {
    return [...thoughts, textStep([{ type: 'text', text: planOn(subject) }])];
  }
  const query = `${subject} ${question}`;
  const stores = findInStores(task, world, query);
  const corpora = findInCorpora(world, query);
  const id = digest([question, subject]).slice(0, 8);
  const seal = (what: string) => ({ signature: signature(`${id} ${what}`, {}) });
  const searches: readonly Step[] = [
    { type: 'file_search_call', id: `files-${id}`, ...seal('files') },
    { type: 'file_search_result', call_id: `files-${id}`, ...seal('found') },
    {
      type: 'google_search_call',
      id: `search-${id}`,
      search_type: 'web_search',
      arguments: { queries: [subject, `${subject} sources`] },
      ...seal('search'),
    },
    {
      type: 'google_search_result',
      call_id: `search-${id}`,
      result: [{ search_suggestions: `<div>${subject}</div>` }],
      ...seal('pages'),
    },
  ];
  const weighing = thoughtsOn(task, [
    `**Weighing**\n\n${stores.length + corpora.length} passages bear on ${subject}.`,
  ]);
  const picture: readonly Content[] =
    config.visualization === 'auto'
      ? [
          {
            type: 'image',
            mime_type: 'image/png',
            data: encodePng(abstractPicture(seedOf(subject), PICTURE_SIDE, PICTURE_SIDE)).toString(
              'base64',
            ),
          },
        ]
      : [];
  const report = reportOn(subject, stores, corpora);
  return [...thoughts, ...searches, ...weighing, textStep([report, ...picture])];
}

function textStep(content: readonly Content[]): Step {
  return { type: 'model_output', content };
}

function thoughtsOn(task: Task, texts: readonly string[]): readonly Step[] {
  return texts.map((text) => ({
    type: 'thought',
    ...(task.showsThoughts && { summary: [{ type: 'text', text }] }),
    signature: signature(`research ${text}`, {}),
  }));
}

function firstQuestion(conversation: readonly Step[]): string {
  const first = conversation.find(({ type }) => type === 'user_input');
  const [content] = first?.type === 'user_input' ? (first.content ?? []) : [];
  return content && 'text' in content ? (content.text ?? '') : '';
}

function planOn(subject: string): string {
  return [
    `# Plan: ${subject}`,
    '',
    `1. Search the file search stores for ${subject}.`,
    `2. Search the corpora for ${subject}.`,
    '3. Weigh what was found, and write a report with its sources.',
    '',
    'Shall I go ahead? Answer without collaborative planning to begin, or say what to change.',
  ].join('\n');
}

function findInStores({ asked }: Task, world: HandlerContext, query: string): readonly Finding[] {
  const tools = (asked.tools ?? []).flatMap((tool) => (tool.type === 'file_search' ? [tool] : []));
  const given = tools.flatMap((tool) => tool.file_search_store_names ?? []);
  const names =
    given.length > 0 ? given : listRecords(world, 'fileSearchStores', '').map(({ name }) => name);
  if (names.length === 0) return [];
  const found = searchStores(world, { fileSearchStoreNames: names, topK: PASSAGES }, query);
  return found.map(({ text, context }) => ({
    quote: closestSentence(text, query),
    title: textAt(context, 'title'),
    uri: textAt(context, 'fileSearchStore'),
  }));
}

function findInCorpora(world: HandlerContext, query: string): readonly Finding[] {
  return listRecords(world, 'corpora', '')
    .flatMap(({ name }) => search(world, { within: name, query, filters: {}, count: PASSAGES }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((one, other) => other.score - one.score)
    .slice(0, PASSAGES)
    .map(({ chunk, document }) => ({
      quote: closestSentence(chunk.data?.stringValue ?? '', query),
      title: document.displayName ?? document.name ?? '',
      uri: document.name ?? '',
    }));
}

function reportOn(
  subject: string,
  stores: readonly Finding[],
  corpora: readonly Finding[],
): Content {
  const annotations: Annotation[] = [];
  let text = `# Report: ${subject}\n\n`;
  const section = (title: string, findings: readonly Finding[]): void => {
    text += `## ${title}\n\n`;
    if (findings.length === 0) text += 'Nothing was found.\n\n';
    for (const { quote, title: file, uri } of findings) {
      const start = bytesOf(text);
      text += `${quote}\n\n`;
      annotations.push({
        type: 'file_citation',
        file_name: file,
        document_uri: uri,
        source: quote,
        start_index: start,
        end_index: start + bytesOf(quote),
      });
    }
  };
  section('In the stores', stores);
  section('In the corpora', corpora);
  const web = bytesOf(text);
  const claim = `An invented page tells of ${subject} too.`;
  text += `## On the web\n\n${claim}\n\n`;
  const start = web + bytesOf('## On the web\n\n');
  annotations.push({
    type: 'url_citation',
    url: `https://example.org/${encodeURIComponent(subject)}`,
    title: 'example.org',
    start_index: start,
    end_index: start + bytesOf(claim),
  });
  text += '*Emulated report, generated without a model.*';
  return { type: 'text', text, annotations };
}
