import { join } from 'node:path'
import { stat } from 'node:fs/promises'
import { bareInsert, type BareForm } from './bare.ts'
import { importOnce, PHASES, type ImportTiming } from './import-once.ts'
import { median, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt, settled } from './place.ts'
import { engineOf, processorSeconds } from './processes.ts'
import { AMERICAN, GERMAN, writeSettlement, type Spelling } from './settlement-file.ts'

const AIM = 0.5
const FLOOR = 0.15
const PAIRS = 3
/** About 200 MB. */
const ROWS = 1_200_000
const ROWS_SMALL = 120_000

interface Cost {
  seconds: number
  processor: number
}

interface Pair {
  product: Cost & { timing: ImportTiming }
  text: Cost
  typed: Cost
}

/** The real import against the engine's own reader, in turns, in one engine. */
export async function importSpeed({ small }: { small: boolean }): Promise<Section[]> {
  const rows = small ? ROWS_SMALL : ROWS
  return [await measured('American file', AMERICAN, rows), await measured('European file', GERMAN, rows)]
}

function measured(name: string, spelling: Spelling, rows: number): Promise<Section> {
  return inTemporary(async (directory) => {
    const path = join(directory, 'settlement.txt')
    await writeSettlement(path, spelling, rows)
    const megabytes = (await stat(path)).size / 1e6
    const installation = await openAt(join(directory, 'data'))
    try {
      const { analytics } = installation.services
      const engine = engineOf()
      const bare = (form: BareForm) =>
        costOf(engine, async () => ({
          seconds: await bareInsert(analytics, path, form, spelling === AMERICAN),
        }))
      const pairs: Pair[] = []
      for (let pair = 0; pair < PAIRS; pair++) {
        await settled(analytics)
        const product = await costOf(engine, async () => {
          const timing = await importOnce(installation.services, path)
          return { timing, seconds: timing.seconds }
        })
        await settled(analytics)
        const text = await bare('text')
        const typed = await bare('typed')
        pairs.push({ product, text, typed })
      }
      return sectionOf(name, { rows, megabytes, pairs })
    } finally {
      await installation.close()
    }
  })
}

async function costOf<T extends { seconds: number }>(
  engine: number,
  work: () => Promise<T>,
): Promise<T & Cost> {
  const own = process.cpuUsage()
  const before = processorSeconds(engine)
  const result = await work()
  const { user, system } = process.cpuUsage(own)
  return { ...result, processor: processorSeconds(engine) - before + (user + system) / 1e6 }
}

function sectionOf(
  name: string,
  { rows, megabytes, pairs }: { rows: number; megabytes: number; pairs: Pair[] },
): Section {
  const rowOf = (label: string, pick: (pair: Pair) => Cost): string[] => {
    const seconds = median(pairs.map((pair) => pick(pair).seconds))
    const share = median(pairs.map((pair) => pick(pair).seconds / pair.product.seconds))
    const processor = median(pairs.map((pair) => pick(pair).processor))
    return [label, whole(rows / seconds), seconds.toFixed(2), processor.toFixed(2), ratio(share)]
  }
  const found = median(pairs.map(({ product, typed }) => typed.seconds / product.seconds))
  const phases = PHASES.map(
    (phase) => `${phase} ${median(pairs.map(({ product }) => product.timing.phases[phase])).toFixed(2)} s`,
  )
  return {
    title: `Settlement import: ${name}, ${megabytes.toFixed(0)} MB, ${whole(rows)} rows`,
    text: [
      `From the upload on disk to the published version, against the engine reading the same file through the same door into one plain table. Medians of ${PAIRS} pairs; the ratio is that of the product to the line.`,
      `Phases of the import: ${phases.join(', ')}. Storing comes before and is not in the import's seconds; it is in its processor time.`,
    ],
    table: [
      ['', 'rows/s', 'seconds', 'processor s', 'product/this'],
      rowOf('The import', ({ product }) => product),
      rowOf('Engine, 24 typed columns', ({ typed }) => typed),
      rowOf('Engine, 24 columns of text', ({ text }) => text),
    ],
    aims: [
      {
        what: 'rows per second against the typed table',
        wanted: `at least ${AIM}; below ${FLOOR} is not done`,
        found: ratio(found),
        met: found >= AIM,
      },
    ],
  }
}
