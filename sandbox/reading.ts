/** Reads demo files back for the tests, from their text alone. */
import type { IsoDate } from '#contract/date-range.ts'
import { demoFiles } from './index.ts'

export type Files = Map<string, string>
export type Row = Record<string, string>

export async function textOf(content: AsyncIterable<string>): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of content) chunks.push(chunk)
  return chunks.join('')
}

export async function filesOf(today: IsoDate, wanted = '', seed?: number): Promise<Files> {
  const files: Files = new Map()
  for await (const { fileName, content } of demoFiles({ today, ...(seed !== undefined && { seed }) })) {
    if (!fileName.startsWith(wanted)) continue
    files.set(fileName, await textOf(content()))
  }
  return files
}

export function rowsOf(text: string, separator = '\t'): Row[] {
  const [header, ...lines] = text.trimEnd().split('\n')
  const names = header!.split(separator)
  return lines.map((line) => {
    const cells = line.split(separator)
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]))
  })
}

/** Cents of `-12.34`, without floating point. */
export function centsOf(text: string): number {
  const [, sign, whole, fraction] = /^(-?)(\d+)\.(\d\d)$/.exec(text)!
  return Number(`${sign}${whole}${fraction}`)
}

/** `2026-07-17T07:26:32` of `17.07.2026 07:26:32 UTC`. */
export function isoOf(dotted: string): string {
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d) UTC$/.exec(dotted)!
  return `${year}-${month}-${day}T${time}`
}

export interface Settlement {
  fileName: string
  summary: Row
  rows: Row[]
}

export function settlementsIn(files: Files): Settlement[] {
  return [...files]
    .filter(([fileName]) => fileName.startsWith('settlement-'))
    .map(([fileName, text]) => {
      const [summary, ...rows] = rowsOf(text)
      return { fileName, summary: summary!, rows }
    })
}

export function factsIn<T>(files: Files, table: string): T[] {
  return [...files]
    .filter(([fileName]) => fileName.endsWith('.json'))
    .flatMap(([, text]) => (JSON.parse(text) as Record<string, T[]>)[table] ?? [])
}
