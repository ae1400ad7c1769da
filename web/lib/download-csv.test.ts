import { expect } from 'chai';
import { countLines, createProgressCounter, fileName } from './download-csv.ts';
import type { DownloadProgress } from './download-csv.ts';

const encoded = (text: string) => new TextEncoder().encode(text);

describe('Progress of an export', () => {
  it('reports the number of lines and bytes received', async () => {
    const reports: DownloadProgress[] = [];
    const source = new Response('data;valor\r\n20/11/2026;97,00\r\n20/11/2026;3,00\r\n').body;
    const counted = source?.pipeThrough(
      createProgressCounter(
        (progress) => reports.push(progress),
        () => 0,
      ),
    );
    const text = await new Response(counted).text();
    expect(text.split('\r\n')).to.have.lengthOf(4);
    expect(reports.at(-1)).to.deep.equal({ lines: 3, bytes: text.length });
  });

  it('counts line feeds, and no letter whose code point ends in the same byte (Ċ, U+010A)', () => {
    expect(countLines(encoded('ação Ċ'))).to.equal(0);
    expect(countLines(encoded('a\nb\n'))).to.equal(2);
  });

  it('reports fewer than ten times for 50 chunks in half a second, and the total at the end', async () => {
    let clock = 0;
    const reports: number[] = [];
    const chunks = Array.from({ length: 50 }, () => encoded('x\n'));
    const source = new ReadableStream({
      pull: (controller) => {
        const chunk = chunks.pop();
        clock += 10;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const counted = source.pipeThrough(
      createProgressCounter(
        ({ lines }) => reports.push(lines),
        () => clock,
      ),
    );
    await new Response(counted).text();
    expect(reports.length).to.be.below(10);
    expect(reports.at(-1)).to.equal(50);
  });
});

describe('Name of an exported file', () => {
  it('is the one that the server gives, else our fallback', () => {
    const header = 'attachment; filename="diario-2026-11.csv"';
    expect(fileName(header, 'x.csv')).to.equal('diario-2026-11.csv');
    expect(fileName('attachment', 'x.csv')).to.equal('x.csv');
    expect(fileName(null, 'x.csv')).to.equal('x.csv');
  });
});
