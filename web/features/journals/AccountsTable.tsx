import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  accountFinder,
  codeProblem,
  isTaxKept,
  lineOfSubject,
  nameProblem,
  ACCOUNT_NAME_LENGTH,
  subjectLabel,
  TAX_CODE_LENGTH,
  WITHOUT_TAX_CODE,
  FORMAT_LABELS,
  type BookAccount,
  type JournalFormat,
} from '#contract/journal-accounts.ts'
import type { JournalSettings } from '#contract/journals.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { lineDefinition, PNL_LINES, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { Band } from '#web/shell/Page.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable, ROW_HEIGHTS } from '#web/table/DataTable.tsx'
import type { EditStore } from '#web/table/edit-store.ts'
import { editableColumn } from '#web/table/editable-column.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf, unsavedFacts } from '#web/table/sheet.ts'
import { SaveBar } from '#web/table/SaveBar.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { tableEditor } from '#web/table/table-editor.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { momentText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { accountLines, entriesAfter, lacksOfLine, lineId, type AccountLine } from './account-lines.ts'
import { AddMarketplace } from './AddMarketplace.tsx'
import { BooksDialog } from './BooksDialog.tsx'
import styles from './JournalsPage.module.css'
import { useSaveBooks } from './use-save-books.ts'

interface AccountsTableProps {
  companyId: string
  format: JournalFormat
  refusal: string | undefined
  /** Controls that stand over every part of the page. */
  controls: React.ReactNode
  /** What is typed, and rows that are being made: the page keeps both while another part of it is shown. */
  store: EditStore
  added: readonly AddedAccount[]
  onAdded: (change: (now: readonly AddedAccount[]) => readonly AddedAccount[]) => void
}

export type AddedAccount = Pick<AccountLine, 'subject' | 'marketplace'>

/** Where each line is booked, typed into like a sheet. */
export function AccountsTable(props: AccountsTableProps) {
  const query = useQuery(trpc.journals.getSettings.queryOptions({ companyId: props.companyId }))
  return (
    <QueryBody title="The accounts" query={query}>
      {(settings) => <Accounts {...props} settings={settings} />}
    </QueryBody>
  )
}

function Accounts({
  companyId,
  format,
  refusal,
  controls,
  store,
  added,
  onAdded,
  settings,
}: AccountsTableProps & { settings: JournalSettings }) {
  const lines = useMemo(() => accountLines(settings.accounts, added), [settings.accounts, added])
  const accountLength = settings.datev?.accountLength
  const columns = useMemo(() => {
    const find = accountFinder(settings.accounts)
    return accountColumns({
      store,
      format,
      accountLength,
      isFixed: refusal !== undefined,
      accountOf: ({ subject, marketplace }) => find(subject, marketplace ?? ''),
    })
  }, [store, format, accountLength, refusal, settings.accounts])
  const takesTaxCode = !WITHOUT_TAX_CODE.includes(format)
  const asked = useMemo(
    () => columns.filter(({ id }) => takesTaxCode || id !== 'taxCode'),
    [columns, takesTaxCode],
  )
  const table = useTable<AccountLine>({ id: 'journal-accounts', columns: asked, rows: lines, rowId: idOf })
  const save = useSaveBooks(companyId, settings)
  return (
    <>
      <TableToolbar label="Accounts" lead={controls}>
        {settings.changedAt && (
          <span className={styles.changed}>
            Changed {momentText(settings.changedAt)}
            {settings.changedBy && `, ${settings.changedBy}`}
          </span>
        )}
        <ExportMenu
          content={() => ({
            sheet: sheetOf(table.columns, rowsOf(table.lines)),
            facts: [
              ['Format', FORMAT_LABELS[format]],
              ...unsavedFacts(store.edits().typed.size, countText(store.edits().typed.size, 'change')),
            ],
          })}
          fileName="accounts"
        />
        <BooksDialog companyId={companyId} settings={settings} refusal={refusal} />
        <AddMarketplace refusal={refusal} onAdd={(place) => onAdded((now) => [...now, place])} />
      </TableToolbar>
      <PaperTables table={table}>
        {(part) => (
          <DataTable
            table={part}
            label="Accounts"
            rowHeight={ROW_HEIGHTS.dense}
            {...(refusal === undefined && { editor: tableEditor(part, store) })}
          />
        )}
      </PaperTables>
      <Band className={styles.foot}>
        <p className={styles.remark}>
          {takesTaxCode
            ? 'Tax codes are passed on as entered. Journals do not calculate tax.'
            : `The import of journals into ${FORMAT_LABELS[format]} takes no tax codes: none is asked for here, and its files have none. Give the lines theirs in ${FORMAT_LABELS[format]}.`}{' '}
          Sales whose tax Amazon collects are lines of their own: they have the account of the line where they
          name none, and no tax code but theirs. An account that brings its own tax, as an automatic account
          of DATEV does, is not for them. A line of one marketplace has the account of all marketplaces where
          it names none; one that is emptied is booked with all marketplaces again. Accounts have no history:
          those of now are shown and booked to at every moment.
        </p>
      </Band>
      {refusal === undefined && (
        <SaveBar
          store={store}
          columns={columns}
          onSave={async (changes) => {
            await save({ ...settings, accounts: entriesAfter(lines, changes) })
            // Those that were saved stand by themselves; others may be typed into already.
            onAdded((now) => now.filter((place) => !changes.some(({ row }) => row === lineId(place))))
          }}
        />
      )}
    </>
  )
}

const idOf = ({ id }: AccountLine) => id

interface AccountColumns {
  store: EditStore
  format: JournalFormat
  accountLength: number | undefined
  isFixed: boolean
  /** Where a line is booked, with what it has from others. */
  accountOf: (line: AccountLine) => BookAccount
}

function accountColumns({
  store,
  format,
  accountLength,
  isFixed,
  accountOf,
}: AccountColumns): TableColumn<AccountLine>[] {
  const typed = (
    id: 'code' | 'name' | 'taxCode',
    title: string,
    width: number,
    check: (value: string) => string | undefined,
  ) =>
    editableColumn<AccountLine>({
      id,
      title,
      width,
      store,
      rowId: idOf,
      value: (line) => line[id] || null,
      isFixed: () => isFixed,
      check,
    })
  const lacksOf = (line: AccountLine) => lacksOfLine(line, accountOf(line), { format, accountLength })
  const nameOf = (lengthMax: number) => (value: string) =>
    value.length > lengthMax ? `It has at most ${lengthMax} characters.` : nameProblem(value)
  return [
    {
      id: 'line',
      title: 'Line of the settlement',
      kind: 'text',
      width: 195,
      canHide: false,
      value: ({ subject }) => subjectLabel(subject),
      cellHint: ({ subject }) => hintOf(subject),
    },
    { id: 'group', title: 'Part of', kind: 'text', width: 145, value: ({ subject }) => groupOf(subject) },
    {
      id: 'marketplace',
      title: 'Marketplace',
      kind: 'text',
      width: 100,
      value: ({ marketplace }) => (marketplace ? (marketplaceOf(marketplace)?.label ?? marketplace) : 'All'),
    },
    typed('code', 'Account code', 112, codeProblem),
    typed('name', 'Account name', 200, nameOf(ACCOUNT_NAME_LENGTH)),
    typed('taxCode', 'Tax code', 110, nameOf(TAX_CODE_LENGTH)),
    {
      id: 'lacks',
      title: 'Missing',
      kind: 'text',
      width: 190,
      hint: 'What the chosen format asks for, of what is saved.',
      value: lacksOf,
      cell: (line) => <span className={styles.lacks}>{lacksOf(line)}</span>,
    },
  ]
}

const TAX_KEPT_HINT =
  'The part of the line whose tax Amazon collects. It is booked to the account of the line until it has its own, and never with the tax code of the line.'

function hintOf(subject: AccountLine['subject']): string | undefined {
  if (isTaxKept(subject)) return TAX_KEPT_HINT
  const line = lineOfSubject(subject)
  return line && lineDefinition(line).definition
}

const groupOf = (subject: AccountLine['subject']): string => {
  const line = lineOfSubject(subject)
  if (!line) return 'Balance'
  const { parent } = lineDefinition(line)
  return parent === null ? '' : PNL_LINES[parent as PnlLine].label
}
