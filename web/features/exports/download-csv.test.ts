import { expect } from 'chai';
import { countLines, counting, fileName } from './download-csv.ts';
import type { DownloadProgress } from './download-csv.ts';

const encoded = (text: string) => new TextEncoder().encode(text);

describe('the progress of an export', () => {
  it('counts lines by their ends, however the bytes are cut', async () => {
    const seen: DownloadProgress[] = [];
    const source = new Response('data;valor\r\n20/11/2026;97,00\r\n20/11/2026;3,00\r\n').body;
    const counted = source?.pipeThrough(
      counting(
        (progress) => seen.push(progress),
        () => 0,
      ),
    );
    const text = await new Response(counted).text();
    expect(text.split('\r\n')).to.have.lengthOf(4);
    expect(seen.at(-1)).to.deep.equal({ lines: 3, bytes: text.length });
  });

  it('does not count a letter that only shares a byte with a line end', () => {
    expect(countLines(encoded('ação Ċ'))).to.equal(0);
    expect(countLines(encoded('a\nb\n'))).to.equal(2);
  });

  it('tells no more often than every tenth of a second, and always at the end', async () => {
    let clock = 0;
    const seen: number[] = [];
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
      counting(
        ({ lines }) => seen.push(lines),
        () => clock,
      ),
    );
    await new Response(counted).text();
    expect(seen.length).to.be.below(10);
    expect(seen.at(-1)).to.equal(50);
  });
});

describe('the name of an exported file', () => {
  it("is the server's, or ours when it gives none", () => {
    const given = 'attachment; filename="diario-2026-11.csv"';
    expect(fileName(given, 'x.csv')).to.equal('diario-2026-11.csv');
    expect(fileName('attachment', 'x.csv')).to.equal('x.csv');
    expect(fileName(null, 'x.csv')).to.equal('x.csv');
  });
});
