import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { NoteLineage } from './commands.ts';
import { epoch } from './decider.ts';

const note = (lineage: string, lostIn?: number): NoteLineage => ({
  type: 'NoteLineage',
  lineage,
  ...(lostIn !== undefined && { lostIn }),
  now,
});

const noteMissing = (...missing: readonly string[]): NoteLineage => ({
  ...note('primary'),
  missing,
});

const { given } = specify(epoch);

describe('Epoch of the log', () => {
  it('begins with the log, and with each other copy of it', () => {
    given().when(note('primary'), note('primary')).yields('EpochBegan');
    given()
      .when(note('primary'), note('standby'), note('primary'))
      .yields('EpochBegan', 'EpochBegan', 'EpochBegan');
  });

  it('begins once, however many processes notice the same loss of the newest events', () => {
    given()
      .when(note('primary'), note('primary', 1), note('primary', 1))
      .yields('EpochBegan', 'EpochBegan');
  });

  it('begins when something is missing that was seen before, once for each thing, also if another process finds it again', () => {
    given()
      .when(note('primary'), noteMissing('event 1', 'event 2'), noteMissing('event 2'))
      .yields('EpochBegan', 'EpochBegan');
    given()
      .when(note('primary'), noteMissing('event 1'), noteMissing('event 1', 'seal 7'))
      .yields('EpochBegan', 'EpochBegan', 'EpochBegan');
  });

  it('begins twice if something was lost before any epoch is on record, so that it is later than the first', () => {
    given().when(noteMissing('event 1')).yields('EpochBegan', 'EpochBegan');
    given().when(note('primary', 1)).yields('EpochBegan', 'EpochBegan');
  });
});
