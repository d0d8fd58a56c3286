import type { ListedImport } from '#contract/imports.ts'
import { STATUS } from '#web/import-status/import-words.ts'
import { rowsFact, sheetFrom, type Facts, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'
import { queryClient, trpc } from '#web/trpc.ts'

const READ_AT_ONCE = 500

/** Every file that was ever handed over or fetched, the newest first, as a file. */
export async function importsFile(
  companyId: string,
): Promise<{ sheet: Sheet; facts: Facts; isReadNow: true }> {
  const imports = await allImports(companyId)
  return {
    sheet: sheetFrom(imports, COLUMNS),
    facts: [rowsFact(imports.length, imports.length, '')],
    isReadNow: true,
  }
}

const COLUMNS: readonly FileColumnOf<ListedImport>[] = [
  ['Number', 'number', ({ id }) => String(id)],
  ['Status', 'text', ({ status }) => STATUS[status].word],
  ['File', 'text', ({ fileName }) => fileName],
  ['Recognised as', 'text', ({ reportLabel }) => reportLabel],
  ['Account', 'text', ({ account }) => account],
  ['Marketplaces', 'text', ({ marketplaces }) => marketplaces.join(' ')],
  ['First day', 'day', ({ firstDay }) => firstDay],
  ['Last day', 'day', ({ lastDay }) => lastDay],
  ['Rows read', 'count', ({ counts }) => counts && String(counts.read)],
  ['Rows kept', 'count', ({ counts }) => counts && String(counts.kept)],
  ['Rows refused', 'count', ({ counts }) => counts && String(counts.refused)],
  ['Handed over', 'text', ({ createdAt }) => createdAt],
  ['Ended', 'text', ({ finishedAt }) => finishedAt],
  ['Problem', 'text', ({ problem }) => problem?.text],
  ['Bytes', 'count', ({ bytes }) => String(bytes)],
  ['SHA-256', 'text', ({ sha256 }) => sha256],
]

/** Part by part; one that comes meanwhile moves the others on, and none is there twice. */
async function allImports(companyId: string): Promise<ListedImport[]> {
  const imports = new Map<number, ListedImport>()
  for (let offset = 0; ; offset += READ_AT_ONCE) {
    const part = await queryClient.fetchQuery(
      trpc.imports.list.queryOptions(
        { companyId, limit: READ_AT_ONCE, offset, withDismissed: true, withFetched: true },
        { gcTime: 0, staleTime: 0 },
      ),
    )
    for (const one of part.imports) imports.set(one.id, one)
    if (part.imports.length < READ_AT_ONCE) return [...imports.values()]
  }
}
