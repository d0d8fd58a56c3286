/**
 * Opens files in LibreOffice, in a language with decimal points and in one with commas, and reads what it understood.
 * Debian's `libreoffice-calc` is not installed by anybody for this: tests skip where it is missing, and say so.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const hasLibreOffice = (() => {
  try {
    execFileSync('soffice', ['--version'])
    return true
  } catch {
    return false
  }
})()
export const WITHOUT_LIBREOFFICE = 'LibreOffice is not installed (libreoffice-calc): no file is opened.'

/** As the program numbers languages, and how each writes numbers. */
export const LANGUAGES = {
  'en-US': { id: 1033, notation: { decimal: '.', delimiter: ',' } },
  'de-DE': { id: 1031, notation: { decimal: ',', delimiter: ';' } },
} as const
export type Language = keyof typeof LANGUAGES

/** `float`, `percentage`, `date`, `string` or `empty`; a number as text, of which the program keeps fifteen digits. */
export interface OpenedCell {
  type: string
  value: string
}
export type OpenedTable = OpenedCell[][]

/** Against hanging alone. */
const WAIT_MS_MAX = 180_000

/** The tables of each file, as the program has them after opening it. It is started once for each kind of file. */
export async function openedFiles(
  files: ReadonlyMap<string, string | Uint8Array>,
  language: Language,
): Promise<Map<string, OpenedTable[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-opened-'))
  try {
    const profile = join(directory, 'profile')
    await mkdir(join(profile, 'user'), { recursive: true })
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settingsIn(language))
    const opened = new Map<string, OpenedTable[]>()
    for (const ending of ['.xlsx', '.csv']) {
      const names = [...files.keys()].filter((name) => name.endsWith(ending))
      if (names.length === 0) continue
      const place = join(directory, ending.slice(1))
      await mkdir(place)
      await Promise.all(names.map((name) => writeFile(join(place, name), files.get(name)!)))
      await converted(
        names.map((name) => join(place, name)),
        { profile, place, filter: ending === '.csv' ? csvFilter(language) : undefined },
      )
      for (const name of names)
        opened.set(
          name,
          tablesIn(await readFile(join(place, `${name.slice(0, -ending.length)}.fods`), 'utf8')),
        )
    }
    return opened
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

const settingsIn = (language: Language) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item>
</oor:items>`

/** What the program's dialog of text files offers in the language: its delimiter, UTF-8, and nothing guessed. */
const csvFilter = (language: Language) => {
  const { id, notation } = LANGUAGES[language]
  return `CSV:${notation.delimiter.charCodeAt(0)},34,76,1,,${id},false,false`
}

const converted = (
  paths: readonly string[],
  { profile, place, filter }: { profile: string; place: string; filter: string | undefined },
) =>
  promisify(execFile)(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      ...(filter === undefined ? [] : [`--infilter=${filter}`]),
      '--convert-to',
      'fods',
      '--outdir',
      place,
      ...paths,
    ],
    { timeout: WAIT_MS_MAX },
  )

const tablesIn = (text: string): OpenedTable[] =>
  [...text.matchAll(/<table:table [\s\S]*?<\/table:table>/g)].map(([table]) =>
    [...table.matchAll(/<table:table-row([^>]*)>([\s\S]*?)<\/table:table-row>/g)].flatMap(
      ([, attributes = '', content = '']) => {
        const cells = cellsIn(content)
        // Equal rows are one; under the table a million of them are empty.
        return cells.length === 0 ? [cells] : Array.from({ length: timesIn(attributes, 'rows') }, () => cells)
      },
    ),
  )

/** Up to the last that holds something. */
function cellsIn(row: string): OpenedCell[] {
  const cells: OpenedCell[] = []
  let empty = 0
  for (const [, attributes = '', content = ''] of row.matchAll(
    /<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
    const times = timesIn(attributes, 'columns')
    const type = of('office:value-type')
    if (type === undefined) {
      empty += times
      continue
    }
    const texts = [...content.matchAll(/<text:p(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, text = '']) => text)
    const value = of('office:value') ?? of('office:date-value') ?? unescaped(texts.join('\n'))
    cells.push(...Array.from({ length: empty }, () => EMPTY))
    cells.push(...Array.from({ length: times }, () => ({ type, value })))
    empty = 0
  }
  return cells
}

export const EMPTY: OpenedCell = { type: 'empty', value: '' }

const timesIn = (attributes: string, of: 'rows' | 'columns'): number =>
  Number(new RegExp(`table:number-${of}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1)

const unescaped = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
