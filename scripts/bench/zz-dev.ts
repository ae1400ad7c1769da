import pg from 'pg';
import { startPostgres } from '#/scripts/postgres.ts';
import { writeBusinessLog } from './business-log.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { rebuild } from '#/projections/rebuild.ts';
import { projections } from '#/projections/registry.ts';

const [what, name = 'b100k', count = '100000'] = process.argv.slice(2);
const running = await startPostgres({ dataDir: '/tmp/pj/data' });
const admin = new pg.Client(running.url);
await admin.connect();
const url = new URL(running.url);
url.pathname = `/${name}`;
if (what === 'make') {
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const t = performance.now();
  await writeBusinessLog(url.href, Number(count));
  console.log('made in', (performance.now() - t) / 1000);
}
if (what === 'url') console.log(url.href);
if (what === 'rebuild') {
  const store = await openPostgresStore({ connectionString: url.href });
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  const t = performance.now();
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  let last = '';
  const wanted = count === '100000' ? projections : projections.filter((p) => count.split(',').includes(p.name));
  const result = await rebuild({ store, pool, projections: wanted, onProgress: (p) => {
    if (p.phase !== last) console.log(p.phase, ((performance.now() - t) / 1000).toFixed(2), p.done, p.perSecond);
    last = p.phase;
  } });
  clearInterval(timer);
  console.log((performance.now() - t) / 1000, 's', result.map((r) => `${r.name}:${r.equal}`).join(' '), 'rss', peak / 1e6);
  console.log(process.resourceUsage().userCPUTime / 1e6, process.resourceUsage().systemCPUTime / 1e6);
  await pool.end();
  await store.close();
}
await admin.end();
if (process.env.KEEP === undefined) await running.stop();
process.exit(0);
