import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { FLAGGED_GROUPS_MAX, type FlaggedGroup, type FlagExplanation } from '#contract/explain.ts'
import { lineDefinition, type CountedFlag } from '#contract/profit-and-loss-lines.ts'
import { PATHS } from '#web/paths.ts'
import { CostTemplateButton } from '#web/shell/CostTemplateButton.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Inspector } from '#web/ui/Inspector.tsx'
import { countText, exactText, wholeText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { textOf, type ExplainedFlag } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import styles from './FlagDrawer.module.css'
import { Section } from './Section.tsx'
import { SourceRows } from './SourceRows.tsx'
import { copiedWords, scopeFacts } from './told-apart-export.ts'

interface FlagDrawerProps {
  scope: ExplainScope
  flagged: ExplainedFlag
  takesFocus: boolean
  onClose: () => void
}

interface Words {
  title: string
  counted: [one: string, many: string]
  /** What it does to the numbers, and what cures it. */
  meaning: string
}

const WORDS: Record<CountedFlag, Words> = {
  unitsWithoutCost: {
    title: 'Units without a cost',
    counted: ['unit', 'units'],
    meaning:
      'These units were sold on days without a known cost, so they are not in cost of goods. Fill in their costs in the template and import it.',
  },
  lostUnitsWithoutCost: {
    title: 'Lost units without a cost',
    counted: ['unit', 'units'],
    meaning:
      'These units were lost, damaged or disposed of on days without a known cost, so they are not in the statement. Fill in their costs in the template and import it.',
  },
  unmappedLines: {
    title: 'Unmapped rows',
    counted: ['row', 'rows'],
    meaning:
      'Sextant does not know these Amazon terms yet. Their amounts are counted in the lines named below. Copy the terms and send them to whoever runs this installation: a newer version will map them, including in files that are already imported.',
  },
  refundsWithoutQuantity: {
    title: 'Refunds without units',
    counted: ['refund', 'refunds'],
    meaning:
      'Amazon does not state the quantity of a refund, so it is derived from the sale. For these refunds, the sale is not in any file, or the amount does not match a whole number of units. Import the settlements that contain the sales.',
  },
  ordersWithDefaultFees: {
    title: 'Ordered items with assumed fees',
    counted: ['item', 'items'],
    meaning:
      'Not all fees of these items are known yet: a missing referral fee is assumed to be 15 % of the amount paid, and a missing fulfilment fee is assumed to be 0.',
  },
}

const PAGE_ROWS = 50
/** So many products or words are listed until the others are asked for. */
const GROUPS_SHOWN = 12

/** Exactly what a warning counts: the products or words, the lines of the files, and what cures it. */
export function FlagDrawer({ scope, flagged, takesFocus, onClose }: FlagDrawerProps) {
  const subject = textOf(flagged)
  return (
    <Inspector
      title={WORDS[flagged.flag].title}
      subtitle={compactRangeText(flagged.start, flagged.end)}
      subject={subject}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <Flagged key={subject} scope={scope} flagged={flagged} />
    </Inspector>
  )
}

function Flagged({ scope, flagged: { flag, start, end } }: Pick<FlagDrawerProps, 'scope' | 'flagged'>) {
  const [pages, setPages] = useState(1)
  /** The product whose rows are shown; those of all when null. */
  const [sku, setSku] = useState<string | null>(null)
  const question = (of: string | null) => ({
    ...scope,
    ...(of !== null && { skus: [of] }),
    flag,
    startDate: start,
    endDate: end,
  })
  const asked = (of: string | null, page: number) => ({
    ...trpc.audit.explainFlag.queryOptions({
      ...question(of),
      limit: PAGE_ROWS,
      offset: page * PAGE_ROWS,
    }),
  })
  const [whole] = useQueries({ queries: [asked(null, 0)] })
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, page) => asked(sku, page)) })
  const failed = [whole, ...answers].find((answer) => answer?.isError)
  const { counted, meaning } = WORDS[flag]
  const found = whole?.data

  if (failed) {
    return (
      <StateMessage
        kind="error"
        title="These rows could not be read"
        action={<Button onPress={() => void failed.refetch()}>Try again</Button>}
      >
        {errorText(failed.error)}
      </StateMessage>
    )
  }
  const show = (of: string | null) => {
    setSku(of)
    setPages(1)
  }
  return (
    <>
      <section className={styles.top}>
        <span className={styles.reading}>
          {found ? countText(found.count, ...counted) : <Skeleton width="8rem" />}
        </span>
        <p>{meaning}</p>
        <div className={styles.cure}>{found && <Cure companyId={scope.companyId} found={found} />}</div>
      </section>
      {found && found.groups.length > 0 && (
        <Groups found={found} sku={sku} onShow={flag === 'unmappedLines' ? null : show} />
      )}
      <SourceRows
        rows={answers.flatMap(({ data }) => data?.rows ?? [])}
        total={answers[0]?.data?.rowCount}
        companyId={scope.companyId}
        currencyCode={scope.currencyCode}
        later={answers.slice(1)}
        onMore={() => setPages(pages + 1)}
        file={{
          name: `${WORDS[flag].title.toLowerCase().replaceAll(' ', '-')}-${start}-${end}`,
          facts: [
            ['Warning', WORDS[flag].title],
            ['Dates', `${start} to ${end}`],
            ...scopeFacts({ ...scope, ...(sku !== null && { skus: [sku] }) }),
          ],
          read: (page) =>
            queryClient.fetchQuery(
              trpc.audit.explainFlag.queryOptions({ ...question(sku), ...page }, { gcTime: 0 }),
            ),
        }}
      />
    </>
  )
}

function Cure({ companyId, found }: { companyId: string; found: FlagExplanation }) {
  const importLink = (label: string) => (
    <Link to={PATHS.import} params={{ companyId }} className={styles.link}>
      {label}
    </Link>
  )
  if (found.groups.length === 0) return null
  switch (found.flag) {
    case 'unitsWithoutCost':
    case 'lostUnitsWithoutCost':
      return (
        <>
          <CostTemplateButton
            companyId={companyId}
            kind="secondary"
            // Of more than are listed, the template has all that lack a cost.
            skus={found.groupCount > FLAGGED_GROUPS_MAX ? [] : found.groups.map(({ sku }) => sku)}
          />
          {importLink('Import costs')}
        </>
      )
    case 'unmappedLines':
      return (
        <Button size="sm" icon={Copy} onPress={() => void copyWords(found)}>
          Copy terms
        </Button>
      )
    case 'refundsWithoutQuantity':
      return importLink('Import files')
    case 'ordersWithDefaultFees':
      return null
  }
}

/** As a table that a spreadsheet and a mail take. */
async function copyWords({ groups, groupCount }: FlagExplanation): Promise<void> {
  const isCut = groups.length < groupCount
  await copyText(
    copiedWords(groups, DELIMITED_NOTATION),
    isCut ? `${wholeText(groups.length)} of ${countText(groupCount, 'term')}` : 'Terms',
  )
}

interface GroupsProps {
  found: FlagExplanation
  sku: string | null
  /** Null where the rows of a group are not shown by themselves. */
  onShow: ((sku: string | null) => void) | null
}

function Groups({ found: { flag, groups, groupCount }, sku, onShow }: GroupsProps) {
  const [isWhole, setWhole] = useState(false)
  const isOfProducts = flag !== 'unmappedLines'
  const title = isOfProducts ? 'Products' : 'Amazon terms'
  return (
    <Section title={title} note={wholeText(groupCount)}>
      <SimpleTable
        label={title}
        columns={isOfProducts ? productColumns(sku, onShow, WORDS[flag].counted) : WORD_COLUMNS}
        rows={isWhole ? groups : groups.slice(0, GROUPS_SHOWN)}
        rowId={(group) => Object.values(group).join('.')}
        isDense
      />
      <div className={styles.more}>
        {!isWhole && groups.length > GROUPS_SHOWN && (
          <Button kind="tertiary" onPress={() => setWhole(true)}>
            Show all {wholeText(groups.length)}
          </Button>
        )}
        {isWhole && groupCount > groups.length && `and ${wholeText(groupCount - groups.length)} more`}
        {sku !== null && onShow && (
          <Button kind="tertiary" onPress={() => onShow(null)}>
            Rows of all products
          </Button>
        )}
      </div>
    </Section>
  )
}

const productColumns = (
  shown: string | null,
  onShow: GroupsProps['onShow'],
  counted: [one: string, many: string],
): SimpleColumn<FlaggedGroup>[] => [
  {
    id: 'sku',
    title: 'Product',
    kind: 'text',
    isName: true,
    isTitleHidden: true,
    cell: ({ sku }) => (
      <button
        type="button"
        className={styles.product}
        aria-pressed={sku === shown}
        onClick={() => onShow?.(sku === shown ? null : sku)}
      >
        {sku === '' ? 'Without a SKU' : <Identifier>{sku}</Identifier>}
      </button>
    ),
    cellHint: ({ sku }) => sku,
  },
  {
    id: 'rows',
    title: 'Rows',
    kind: 'number',
    isTitleHidden: true,
    isMuted: true,
    cell: ({ rowCount }) => countText(rowCount, 'row'),
  },
  {
    id: 'units',
    title: counted[1],
    kind: 'number',
    isTitleHidden: true,
    cell: ({ amount }) => countText(Number(amount), ...counted),
  },
]

const WORD_COLUMNS: SimpleColumn<FlaggedGroup>[] = [
  {
    id: 'words',
    title: 'Terms in the file',
    kind: 'text',
    isName: true,
    cell: (group) => (
      <span className={styles.words}>
        <span>{group.amountDescription || group.amountType || group.transactionType}</span>
        <small>
          {group.line && `${lineDefinition(group.line).label} · `}
          {[group.transactionType, group.amountType].filter(Boolean).join(' / ')}
        </small>
      </span>
    ),
    cellHint: (group) =>
      [group.transactionType, group.amountType, group.amountDescription].filter(Boolean).join(' / '),
  },
  {
    id: 'rows',
    title: 'Rows',
    kind: 'number',
    cell: ({ rowCount }) => wholeText(rowCount),
  },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    cell: ({ amount, currency }) => `${exactText(amount, currency)} ${currency}`,
  },
]
