import type { Message } from '../../api/schema/infer';
import type { Version } from '../../api/versions';

/** A model of the emulator: what the service lists of it, and how it behaves. */
export interface ModelSeed {
  /** As `models.get` answers it; its name and limits are always there. */
  readonly model: Message<'Model'> & {
    readonly name: string;
    readonly inputTokenLimit: number;
    readonly outputTokenLimit: number;
    readonly supportedGenerationMethods: readonly string[];
  };
  /** Versions that list it. */
  readonly versions: readonly Version[];
  /** Most candidates of one request; 1 where absent. */
  readonly candidates?: number;
  /** Refuses a function call of the current turn that comes back without its signature. */
  readonly strictSignatures?: true;
  /** What it was taught to say to a text, if anything: for tuned models only, and never kept. */
  readonly recall?: (text: string) => string | undefined;
}
