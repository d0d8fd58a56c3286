import type { AdminCompany } from '#contract/admin.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { dayOfMoment, dayText, momentText } from '#web/ui/dates.ts'
import { bytesText } from '#web/ui/numbers.ts'
import { BLOCK_WORDS } from './words.ts'

type Column = TableColumn<AdminCompany>

const day = (moment: string): string => dayText(dayOfMoment(new Date(moment)))

export const NAME: Column = {
  id: 'name',
  title: 'Brand',
  kind: 'text',
  width: 210,
  value: ({ name }) => name,
  cell: ({ name, isDemo }) => (
    <>
      {name} {isDemo && <Badge>Demo</Badge>}
    </>
  ),
  cellHint: ({ name }) => name,
}

export const OWNERS: Column = {
  id: 'owners',
  title: 'Owners',
  kind: 'text',
  width: 190,
  isSortable: false,
  value: ({ owners }) => owners.join(', ') || null,
  cellHint: ({ owners }) => owners.join('\n'),
}

export const STATE: Column = {
  id: 'state',
  title: 'State',
  kind: 'text',
  width: 130,
  isSortable: false,
  value: ({ blockReason }) => (blockReason === null ? 'Open' : BLOCK_WORDS[blockReason]),
  cell: ({ blockReason }) =>
    blockReason === null ? 'Open' : <Badge kind="negative">{BLOCK_WORDS[blockReason]}</Badge>,
  cellHint: ({ blockedAt }) => (blockedAt === null ? undefined : `Since ${momentText(blockedAt)}`),
}

/** All that is known about a company. */
export const BRAND_COLUMNS: readonly Column[] = [
  NAME,
  STATE,
  OWNERS,
  { id: 'members', title: 'Members', kind: 'number', width: 80, value: ({ memberCount }) => memberCount },
  {
    id: 'rows',
    title: 'Rows',
    hint: 'In all tables of the warehouse',
    kind: 'number',
    width: 90,
    isSortable: false,
    value: ({ warehouseRows }) => warehouseRows,
  },
  {
    id: 'originals',
    title: 'Originals',
    hint: 'Raw files; identical ones are kept once',
    kind: 'number',
    width: 90,
    value: ({ originalBytes }) => originalBytes,
    format: (bytes) => bytesText(Number(bytes)),
  },
  {
    id: 'lastImport',
    title: 'Last import',
    kind: 'text',
    width: 145,
    value: ({ lastImportAt }) => lastImportAt && momentText(lastImportAt),
  },
  { id: 'created', title: 'Created', kind: 'text', width: 105, value: ({ createdAt }) => day(createdAt) },
  {
    id: 'id',
    title: 'Id',
    kind: 'text',
    width: 100,
    isSortable: false,
    value: ({ id }) => id,
    cellHint: ({ id }) => id,
  },
]
