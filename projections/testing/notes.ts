import { defineProjection } from '#/projections/engine/define/define-projection.ts';
import { keyed, text } from '#/projections/engine/define/table.ts';

export const noteTable = keyed({
  name: 'note',
  columns: { paymentId: text, title: text },
  key: ['paymentId'],
});

/** A read model that throws on the title `unfoldable`. */
export const notes = defineProjection({
  name: 'notes',
  version: 1,
  tables: { note: noteTable },
  keys: ({ aggregateId }, { note }) => note.creates(aggregateId),
  on: {
    PaymentRequested: ({ aggregateId: paymentId, data: { title } }, rows) => {
      if (title === 'unfoldable') throw new Error('this title makes no row');
      rows.note.put({ paymentId, title });
    },
  },
});
