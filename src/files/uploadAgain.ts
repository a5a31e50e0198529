import { AppError } from '../base/errors';
import type { ResourceFlow } from './room';

export const uploadAgain: ResourceFlow = () =>
  Promise.reject(new AppError('unfinished', 'This command is not finished yet.'));
