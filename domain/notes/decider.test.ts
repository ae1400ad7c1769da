import { sampleNow as now, sampleEncrypted as text } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { NotesCommand } from './commands.ts';
import { notes } from './decider.ts';

const { given } = specify(notes);

const write: NotesCommand = { type: 'WriteNote', platformId: 'demo', text, now };

describe('Notes on a seller', () => {
  it('are added one after the other, also twice the same', () => {
    given().when(write, write).yields('SellerNoteWritten', 'SellerNoteWritten');
  });
});
