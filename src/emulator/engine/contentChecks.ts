import type { Message } from '../../api/schema/infer';
import { limitsOf } from '../../api/schema/limits';

type Part = Message<'Part'>;

/**
 * What of the contents of a request the documents forbid, one bullet each: a system instruction is text, and what is
 * said of a video stands beside one. The wording is not published.
 */
export function contentProblems(request: Message<'GenerateContentRequest'>): readonly string[] {
  const at = '* GenerateContentRequest';
  const { systemInstruction, contents = [] } = request;
  return [
    ...(systemInstruction?.parts ?? []).flatMap(({ text }, index) =>
      text === undefined ? [`${at}.system_instruction.parts[${index}]: must be text.`] : [],
    ),
    ...contents.flatMap(({ parts = [] }, turn) =>
      parts.flatMap((part, index) =>
        videoProblems(`${at}.contents[${turn}].parts[${index}].video_metadata`, part),
      ),
    ),
  ];
}

function videoProblems(at: string, part: Part): readonly string[] {
  const { videoMetadata } = part;
  if (!videoMetadata) return [];
  if (!isVideo(part)) return [`${at}: only allowed beside a video in inline_data or file_data.`];
  const { exclusiveMinimum: above = 0, maximum: most = Infinity } = limitsOf(
    'VideoMetadata',
    'fps',
  );
  // Without presence, 0 is the same as nothing.
  const { fps = 0 } = videoMetadata;
  if (fps === 0 || (fps > above && fps <= most)) return [];
  return [`${at}.fps: must be above ${above} and at most ${most}, and is ${fps}.`];
}

function isVideo({ inlineData, fileData }: Part): boolean {
  if (inlineData) return inlineData.mimeType?.startsWith('video/') === true;
  // An address without a type may be that of a film.
  return fileData !== undefined && (fileData.mimeType ?? 'video/').startsWith('video/');
}
