import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import { sheetOf, tabbed, v2Rows, workbookOf, zipOf } from '#amazon/testing.ts'
import { SpawnedServer } from '#test/support/spawned-server.ts'
import type { Section } from './measure.ts'
import { inTemporary } from './place.ts'
import { AMERICAN, settlementText } from './settlement-file.ts'

const DELAY_MS_MAX = 50
const IDLE_MS = 5_000

interface Result {
  what: string
  outcome: string
  seconds: number
  p99Ms: number
  maxMs: number
}

/** How late a server's timers come while it takes the worst files there are. */
export async function filesFromOutside({ small }: { small: boolean }): Promise<Section[]> {
  const part = small ? 10 : 1
  const files: [what: string, fileName: string, content: () => Uint8Array | string | Readable][] = [
    [
      `settlement, ${200 / part} MB of text`,
      'text.txt',
      () => textOf(settlementText(AMERICAN, 1_200_000 / part)),
    ],
    [
      `settlement, workbook of ${400 / part} MB unpacked`,
      'sheet.xlsx',
      () => settlementSheet(600_000 / part),
    ],
    [
      'workbook with a cell in its last corner',
      'corner.xlsx',
      () => workbookOf(sheetOf('<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>')),
    ],
    [
      'zip of 20,000 names',
      'names.zip',
      () => zipOf(...Array.from({ length: 20_000 }, (_, i) => ({ name: `${i}.txt`, data: '' }))),
    ],
    [`a line of ${500 / part} MB, gzip`, 'line.txt', () => longLine(500 / part)],
    [
      `facts file of lists in lists, ${50 / part} MB`,
      'facts.json',
      () => `{"settlement_lines": [${'['.repeat(50_000_000 / part)}`,
    ],
  ]
  return inTemporary(async (directory) => {
    const server = await SpawnedServer.start(join(directory, 'data'))
    try {
      const results: Result[] = []
      await server.eventLoopDelay()
      await sleep(IDLE_MS)
      results.push({
        what: 'nothing',
        outcome: '',
        seconds: IDLE_MS / 1_000,
        ...(await server.eventLoopDelay()),
      })
      for (const [what, fileName, content] of files) {
        const { id } = await server.call<{ id: string }>('companies.create', { name: 'Bench' }, 'mutation')
        const bytes = content()
        await server.eventLoopDelay()
        const from = performance.now()
        await server.upload(id, fileName, bytes)
        const [record] = await server.settled(id, () => sleep(200))
        const seconds = (performance.now() - from) / 1_000
        const outcome = record!.problem?.code ?? record!.status
        results.push({ what, outcome, seconds, ...(await server.eventLoopDelay()) })
      }
      return [sectionOf(results)]
    } finally {
      await server.kill({ group: true })
    }
  })
}

const textOf = (text: AsyncIterable<string> | Iterable<string>) => Readable.from(text, { objectMode: false })

function settlementSheet(lines: number): Buffer {
  const cellsOf = (cells: readonly string[]) =>
    cells.map((cell) => `<c t="str"><v>${cell.replaceAll('"', '&quot;')}</v></c>`).join('')
  const [headings, summary, line] = v2Rows().map(cellsOf) as [string, string, string]
  const rows = [`<row>${headings}</row><row>${summary}</row>`]
  for (let i = 0; i < lines; i++) rows.push(`<row>${line.replace('028-0000001', `028-${i}`)}</row>`)
  return workbookOf(sheetOf(rows.join('')))
}

function longLine(megabytes: number): Readable {
  function* text() {
    yield tabbed(v2Rows())
    // What packs a thousandfold is refused for that.
    const piece = randomBytes(3 * 2 ** 18).toString('base64')
    for (let i = 0; i < megabytes; i++) yield piece
  }
  return Readable.from(text(), { objectMode: false }).pipe(createGzip({ level: constants.Z_BEST_SPEED }))
}

function sectionOf(results: readonly Result[]): Section {
  const worst = results.reduce((a, b) => (a.p99Ms > b.p99Ms ? a : b))
  return {
    title: 'Files that would hold a server up',
    text: [
      'Handed to a server in a process of its own as a browser sends them, one after the other. The delay of its event loop is how late its timers come, from the first byte of a file to the end of its import; its clock looks every 10 ms, so that nothing is below that.',
    ],
    table: [
      ['', 'outcome', 'seconds', 'delay, 99 of 100, ms', 'longest, ms'],
      ...results.map(({ what, outcome, seconds, p99Ms, maxMs }) => [
        what,
        outcome,
        seconds.toFixed(1),
        p99Ms.toFixed(0),
        maxMs.toFixed(0),
      ]),
    ],
    aims: [
      {
        what: `delay of 99 in 100 timers, worst of all (${worst.what}), ms`,
        wanted: `below ${DELAY_MS_MAX}`,
        found: worst.p99Ms.toFixed(0),
        met: worst.p99Ms < DELAY_MS_MAX,
      },
    ],
  }
}
