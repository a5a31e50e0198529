import type { PlaygroundEvent } from '../../protocol';

/** Which text is written: that of a turn, or of a message before or after it. */
export type EditRequest = Omit<Extract<PlaygroundEvent, { readonly name: 'edit' }>, 'name'>;
