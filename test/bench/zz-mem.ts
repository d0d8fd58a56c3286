import { join } from 'node:path'
import { createCompany } from '#server/accounts/index.ts'
import { importOnce } from './import-once.ts'
import { inTemporary, openAt } from './place.ts'
import { engineOf, memoryOf } from './processes.ts'
import { AMERICAN, writeSettlement } from './settlement-file.ts'
const ROWS = Number(process.argv[2] ?? 3_000_000)
await inTemporary(async (directory) => {
  await using installation = await openAt(join(directory, 'data'))
  const { services } = installation
  const path = join(directory, 's.txt')
  await writeSettlement(path, AMERICAN, 20_000, { nth: 1 })
  await importOnce(services, path)
  await writeSettlement(path, AMERICAN, ROWS, { nth: 1 })
  const engine = engineOf()
  const idle = memoryOf(engine, 'VmRSS') / 1e6
  let peak = 0
  const t0 = performance.now()
  let going = true
  let errors = 0
  const sampling = (async () => {
    while (going) {
      const rss = memoryOf(engine, 'RssAnon') / 1e6
      try {
        const [row] = await services.analytics.rows<Record<string, string>>(
          `SELECT (SELECT sum(memory_usage) FROM system.merges) AS merges, (SELECT count() FROM system.merges) AS n, (SELECT max(num_parts) FROM system.merges) AS parts, (SELECT groupArray(concat(table,':',toString(round(memory_usage/1e6)),'/',merge_algorithm,'/',toString(num_parts),'/',toString(rows_read))) FROM system.merges) AS which,
           (SELECT value FROM system.metrics WHERE metric='MemoryTracking') AS tracked`)
        if (rss > peak * 1.03) { peak = Math.max(peak, rss); console.log((( performance.now() - t0) / 1000).toFixed(1), 's rss', rss.toFixed(0), JSON.stringify(row)) }
      } catch (e) { if (errors++ < 2) console.log(String(e)) }
      await new Promise((r) => setTimeout(r, 150))
    }
  })()
  const timing = await importOnce(services, path)
  console.log('import', timing.seconds, timing.phases)
  const slow = timing.statements.toSorted((a, b) => b.ms - a.ms).slice(0, 6)
  for (const s of slow) console.log(s.ms.toFixed(0), s.statement.slice(0, 140))
  going = false
  await sampling
  console.log('idle', idle, 'peak anon', peak)
})
