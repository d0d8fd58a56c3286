/** What a part of the benchmark found: text to print, and to keep in docs/performance.md. */
export interface Section {
  title: string
  text: string[]
  table: readonly (readonly string[])[]
  aims: Aim[]
}

export interface Aim {
  what: string
  wanted: string
  found: string
  met: boolean
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]!
  const above = sorted[Math.ceil(at)]!
  return below + (above - below) * (at - Math.floor(at))
}

/** Milliseconds of each of some kinds of work, done in turns after some that do not count: whoever comes first changes. */
export async function inTurns<K extends string>(
  work: Readonly<Record<K, () => Promise<unknown>>>,
  { runs, warmUp }: { runs: number; warmUp: number },
): Promise<Record<K, number[]>> {
  const names = Object.keys(work) as K[]
  const times = Object.fromEntries(names.map((name): [K, number[]] => [name, []])) as Record<K, number[]>
  for (let run = -warmUp; run < runs; run++)
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      const from = performance.now()
      await work[name]()
      if (run >= 0) times[name].push(performance.now() - from)
    }
  return times
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Thousands apart, so that columns of rows per second can be read. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const ratio = (value: number): string => value.toFixed(2)

/** A table of text; the first row holds the headings. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), rule, ...body.map(line)].join('\n')
}

export const sectionText = ({ title, text, table, aims }: Section): string =>
  [
    `## ${title}`,
    ...text,
    tableText(table),
    ...(aims.length
      ? [
          aims
            .map(
              (aim) =>
                `- ${aim.met ? '**Met**' : '**Not met**'}: ${aim.what}: ${aim.found} (aim: ${aim.wanted})`,
            )
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
