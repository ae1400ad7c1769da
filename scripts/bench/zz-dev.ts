import pg from 'pg';
import { startPostgres } from '#/scripts/postgres.ts';
import { writeBusinessLog } from './business-log.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { rebuild } from '#/projections/rebuild.ts';
import { projections } from '#/projections/registry.ts';

import { execSync } from 'node:child_process';
const pgCpu = () =>
  execSync(
    `pid=$(head -1 /tmp/pj/data/postgres/postmaster.pid); t=$(awk '{print ($14+$15+$16+$17)/100}' /proc/$pid/stat); c=$(cat $(pgrep -P $pid | sed 's#.*#/proc/&/stat#') 2>/dev/null | awk '{for(i=NF;i>0;i--) if ($i ~ /\\)$/) break; s+=($(i+12)+$(i+13))/100} END {print s}'); echo "$t + $c" | bc`,
    { shell: '/bin/bash' },
  )
    .toString()
    .trim();
const [what, name = 'b100k', count = '100000'] = process.argv.slice(2);
const running = await startPostgres({
  dataDir: '/tmp/pj/data',
  settings: process.env.PGMIN ? { wal_level: 'minimal', max_wal_senders: '0' } : {},
});
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
  const wanted =
    count === '100000' ? projections : projections.filter((p) => count.split(',').includes(p.name));
  const result = await rebuild({
    store,
    pool,
    projections: wanted,
    onProgress: (p) => {
      if (p.phase !== last)
        console.log(
          p.phase,
          ((performance.now() - t) / 1000).toFixed(2),
          p.done,
          p.perSecond,
          'pg',
          pgCpu(),
          'node',
          process.resourceUsage().userCPUTime / 1e6,
        );
      last = p.phase;
    },
  });
  clearInterval(timer);
  console.log(
    (performance.now() - t) / 1000,
    's',
    result.map((r) => `${r.name}:${r.equal}`).join(' '),
    'rss',
    peak / 1e6,
  );
  console.log(
    process.resourceUsage().userCPUTime / 1e6,
    process.resourceUsage().systemCPUTime / 1e6,
  );
  await pool.end();
  await store.close();
}
await admin.end();
if (process.env.STOP) await running.stop();
process.exit(0);
