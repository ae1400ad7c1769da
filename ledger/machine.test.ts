import { machineContract } from './machine.contract.ts';
import { thisMachine } from './machine.ts';

machineContract('on which this process runs', () => ({
  machine: thisMachine,
  // Timers that were set before, and are due earlier, come first.
  pass: (ms) => thisMachine.pause(ms),
}));
