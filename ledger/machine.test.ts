import { machineContract } from './machine.contract.ts';
import { thisMachine } from './machine.ts';

machineContract('on which this process runs', () => ({
  machine: thisMachine,
  pass: (ms) => thisMachine.pause(ms),
}));
