import { inlineLimits } from '../../api/schema/fieldLimits';
import type { Message } from '../../api/schema/infer';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { putFile } from './fileTree';

type Source = Message<'interactions.Source'>;

/**
 * Mounts sources into an environment. Stores inline text; stores a note for remote sources, which are never
 * fetched. Throws 400 if text is too long or a target is outside the environment.
 */
export function mountSources(
  world: HandlerContext,
  environment: string,
  sources: readonly Source[],
): void {
  let total = 0;
  for (const [index, source] of sources.entries()) {
    const { path, content } = mounted(source, index);
    if (source.type === 'inline') {
      total += content.length;
      if (content.length > inlineLimits.one) throw tooLong(`sources[${index}]`, inlineLimits.one);
      if (total > inlineLimits.all) throw tooLong('sources', inlineLimits.all);
    }
    putFile(world, environment, { path, blocks: [content] }, true);
  }
}

function mounted(
  { type = '', source = '', content, encoding, target = '' }: Source,
  index: number,
): { readonly path: string; readonly content: Buffer } {
  const place = pathOf(target, index);
  if (type === 'inline') {
    if (content === undefined || place === '') {
      throw new StatusError(400, `Missing content or target in sources[${index}].`);
    }
    return { path: place, content: decoded(content, encoding, index) };
  }
  if (!['repository', 'gcs', 'skill_registry'].includes(type) || source === '') {
    throw new StatusError(400, `Invalid value at 'sources[${index}]': a source needs its place.`);
  }
  const last =
    source
      .replace(/\/+$/, '')
      .split('/')
      .at(-1)
      ?.replace(/\.git$/, '') ?? '';
  const folder = place === '' ? last.replaceAll(/[^\w.-]+/g, '-') || 'source' : place;
  const note = `# ${last}\n\nThe live API loads ${source} here. The emulator fetches nothing.\n`;
  const file = type === 'skill_registry' ? 'SKILL.md' : 'README.md';
  return { path: `${folder}/${file}`, content: Buffer.from(note) };
}

function decoded(content: string, encoding: string | undefined, index: number): Buffer {
  if (encoding === undefined || encoding === '' || /^utf-?8$/i.test(encoding)) {
    return Buffer.from(content);
  }
  if (encoding.toLowerCase() === 'base64') return Buffer.from(content, 'base64');
  const problem = `'${encoding}' is no encoding of text`;
  throw new StatusError(400, `Invalid value at 'sources[${index}].encoding': ${problem}.`);
}

/** Returns the target relative to the root. The live API treats `/notes/x` as `notes/x`. */
function pathOf(target: string, index: number): string {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  if (!steps.includes('..')) return steps.join('/');
  const problem = `'${target}' leads out of the environment`;
  throw new StatusError(400, `Invalid value at 'sources[${index}].target': ${problem}.`);
}

function tooLong(field: string, most: number): StatusError {
  return new StatusError(
    400,
    `Invalid value at '${field}': inline content has ${most} bytes at most.`,
  );
}
