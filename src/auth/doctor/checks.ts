import type { Check } from './check';
import { adcFileCheck } from './checks/adcFile';
import { ageCheck } from './checks/age';
import { apiCheck } from './checks/api';
import { clientCheck } from './checks/client';
import { clockCheck } from './checks/clock';
import { emulatorCheck } from './checks/emulator';
import { keyCheck } from './checks/key';
import { loopbackCheck } from './checks/loopback';
import { modelsCheck } from './checks/models';
import { networkCheck } from './checks/network';
import { projectCheck } from './checks/project';
import { scopesCheck } from './checks/scopes';
import { settingsCheck } from './checks/settings';
import { signedInCheck } from './checks/signedIn';
import { tokenCheck } from './checks/token';

/** THE CHECKS, in the order in which they are run. */
export const checks: readonly Check[] = [
  settingsCheck,
  emulatorCheck,
  clientCheck,
  adcFileCheck,
  keyCheck,
  loopbackCheck,
  clockCheck,
  signedInCheck,
  ageCheck,
  tokenCheck,
  scopesCheck,
  projectCheck,
  apiCheck,
  modelsCheck,
  networkCheck,
];
