import { machineContract } from './machine.contract.ts';
import { thisMachine } from './machine.ts';

machineContract('on which this process runs', () => ({
  machine: thisMachine,
  // Ends after all timers that were set before and are due earlier.
  pass: (ms) => thisMachine.pause(ms),
}));
