/**
 * The frame of a dashboard: what every page with numbers needs and none writes again. A page is a declaration, a
 * question, and what it shows:
 *
 *     // unit-economics-view.ts
 *     export const unitEconomics = defineDashboard({
 *       storageKey: (companyId) => `unit-economics.${companyId}`,
 *       filters: ['marketplaces', 'currency', 'dates', 'growth', { field: 'groupBy', label: 'Group by', choices: GROUPS }],
 *       advanced: ['products', 'brands'],
 *       fields: { groupBy: oneOf(['SKU', 'BRAND', 'MARKETPLACE'], 'SKU', { isStored: true }) },
 *       dates: { daysMax: 365, defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, 1) },
 *       ruledOut: ({ groupBy }) => (groupBy === 'SKU' ? [] : ['products']),
 *     })
 *
 *     // UnitEconomicsPage.tsx; the loader of its route makes sure of `QUERIES.coverage`
 *     export const UnitEconomicsPage = () => (
 *       <DashboardGate title="Unit economics" noData="Import settlement reports, and they are taken apart by unit.">
 *         {(subject) => <UnitEconomics subject={subject} />}
 *       </DashboardGate>
 *     )
 *     function UnitEconomics({ subject }: { subject: DashboardSubject }) {
 *       const frame = useDashboard(unitEconomics, subject)
 *       const { view, scope, isReady, drawer } = frame
 *       const query = useAnswerQuery(
 *         trpc.unitEconomics.getData.queryOptions(isReady ? { ...scope, groupBy: view.groupBy } : skipToken),
 *       )
 *       const answer = useShownAnswer(view, query)
 *       return (
 *         <DashboardPage frame={frame} answer={answer} title="Unit economics" named="The table" noun="transaction"
 *           basis={BASIS} notes={notes} isEmpty={answer.data?.rows.length === 0}>
 *           <KeyFigures … /> <DataTable isLoading={!answer.data} onExplain={… drawer.open(cell, true)} … />
 *         </DashboardPage>
 *       )
 *     }
 *
 * While an answer is read for the first time `answer.data` is undefined: the page draws its tables and figures being
 * read, in the shape that they will have. Where there is nothing to show, or the answer failed, the frame says so in
 * their place. A page that asks several questions gives the one that knows whether there is anything; the others are
 * sections of their own (`SectionFrame`, `queryStatus`). What is declared in `fields` is validated, completed in the
 * address and kept like the common filters.
 */
import { lazy, Suspense, useState } from 'react'
import { daysBefore, type DateRange } from '#contract/date-range.ts'
import { comparisonRange } from '#contract/periods.ts'
import { isCell, type ExplainedCell } from '#web/explain/explained-cell.ts'
import type { ExplainScope } from '#web/explain/ExplainDrawer.tsx'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import type { PageReport } from '#web/explain/reports.ts'
import { Freshness } from '#web/shell/Freshness.tsx'
import { Band, Page } from '#web/shell/Page.tsx'
import type { SelectionProblem } from '#web/filters/products/use-covered.ts'
import { ExportDescription, type DescribeExport } from '#web/table/export-description.ts'
import { ExportMenu, saveTable, type ExportContent } from '#web/table/ExportMenu.tsx'
import { errorText } from '#web/trpc.ts'
import { neighboursIn } from '#web/ui/neighbours.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import type { Applied } from './applied.ts'
import { changesQuestion } from './changes-question.ts'
import { appliedIn, exportFacts, paperFacts, spokenView } from './dashboard-facts.ts'
import type { CommonView } from './dashboard-view.ts'
import { DashboardFilters } from './DashboardFilters.tsx'
import { DashboardNotes } from './DashboardNotes.tsx'
import styles from './DashboardPage.module.css'
import { lackingNotes } from './lacking-reports.ts'
import type { DashboardFrame, DashboardScope } from './use-dashboard.ts'
import type { Drawer } from './use-drawer.ts'
import type { ShownAnswer } from './use-shown-answer.ts'

// Most visits explain nothing, narrow nothing, and have something to show.
const AppliedFilters = lazy(async () => ({
  default: (await import('#web/filters/AppliedFilters.tsx')).AppliedFilters,
}))
const ExplainDrawer = lazy(async () => ({
  default: (await import('#web/explain/ExplainDrawer.tsx')).ExplainDrawer,
}))
const ProductDrawer = lazy(async () => ({
  default: (await import('#web/product-drawer/ProductDrawer.tsx')).ProductDrawer,
}))
const FlagDrawer = lazy(async () => ({
  default: (await import('#web/explain/FlagDrawer.tsx')).FlagDrawer,
}))
const SourceFreshness = lazy(async () => ({
  default: (await import('./SourceFreshness.tsx')).SourceFreshness,
}))
const NothingToShow = lazy(async () => ({
  default: (await import('./NothingToShow.tsx')).NothingToShow,
}))
// Most visits are of now.
const AsItWasBand = lazy(async () => ({ default: (await import('./AsItWasBand.tsx')).AsItWasBand }))
const AsItWasDialog = lazy(async () => ({ default: (await import('./AsItWasDialog.tsx')).AsItWasDialog }))
const ChangesDialog = lazy(async () => ({ default: (await import('./ChangesDialog.tsx')).ChangesDialog }))
// The palette opens later than the page.
const DashboardCommands = lazy(async () => ({
  default: (await import('./DashboardCommands.tsx')).DashboardCommands,
}))

/** The numbers around one, in the reading order of the table; null at its edges. */
export interface CellNeighbours {
  /** "3 of 48". */
  place: string
  previous: ExplainedCell | null
  next: ExplainedCell | null
  left: ExplainedCell | null
  right: ExplainedCell | null
}

interface DashboardPageProps<V extends CommonView> {
  frame: DashboardFrame<V>
  answer: ShownAnswer<unknown, V>
  title: string
  tabs?: React.ReactNode
  /** On paper, where no tab says the rest of the title. */
  paperTitle?: string
  /** What failed when the answer did: `The statement`. */
  named: string
  /** What the numbers are made from: `transaction`. */
  noun: string
  /** Which days and lines count, for paper and files. */
  basis: string
  /** Money counts by order, which neither a tab nor a control of the page says. */
  isByOrder?: true
  /** Where it is made from several kinds of reports: it says which of them are not there. */
  reports?: readonly PageReport[]
  /** Days before the last one are missing. */
  hasGaps?: boolean
  /** How far the numbers reach, where that is told by the clock. */
  reach?: React.ComponentProps<typeof Freshness>['reach']
  /** Over its title. */
  banner?: React.ReactNode
  /** Its few numbers, over the notes. */
  figures?: React.ReactNode
  /** Absent on a page that never has any: others keep their place. */
  notes?: readonly FlagNote[]
  /** What narrows the numbers besides the common filters. */
  narrowing?: (view: V) => readonly Applied[]
  /** There is an answer and no number in it. */
  isEmpty?: boolean
  /** Its rows have changes that are not saved: the filters that decide which rows are there wait for them. */
  isLocked?: boolean
  exported?: {
    /** Of the file, before its dates. */
    name: string
    /** What is shown, at the moment when somebody asks; the facts are those besides company, view and basis. */
    content: ExportContent
    /** There are rows that are folded away or on other pages. */
    hasMoreRows?: boolean
    /** Another table of the page, as a CSV file. */
    more?: { label: string; name: string; content: ExportContent }
  }
  /** Controls under the notes. */
  toolbar?: (exportMenu: React.ReactNode) => React.ReactNode
  explain?: {
    /** What decides the numbers besides the common filters. */
    scope?: Omit<ExplainScope, keyof DashboardScope>
    /** What the page compares a number with; by itself what the range is compared with. */
    comparisonOf?: (cell: ExplainedCell) => DateRange | null
    /** The share of net sales that the page shows for it. */
    shareOf?: (cell: ExplainedCell) => number | null
    /** Those around it in the table. */
    neighboursOf?: (cell: ExplainedCell) => CellNeighbours | null
  }
  /** The SKUs of its table, in their order: previous and next of the product that is shown. */
  products?: readonly string[]
  /** Of a row, where the page opens rows of its own. */
  inspector?: React.ReactNode
  /** Given the menu where the controls of the table are in it. */
  children: React.ReactNode | ((exportMenu: React.ReactNode) => React.ReactNode)
}

export function DashboardPage<V extends CommonView>(props: DashboardPageProps<V>) {
  const { frame, answer, title, tabs, named, noun, basis, reports, narrowing, exported, toolbar, children } =
    props
  const { subject, view, drawer, past } = frame
  const [opened, setOpened] = useState<'MOMENTS' | 'CHANGES' | null>(null)
  const close = () => setOpened(null)
  const isEmpty = frame.coversNothing || props.isEmpty === true
  const { selectionProblem } = frame
  // Where nothing can be asked, what is shown is of a question before.
  const isRead = answer.data !== undefined && selectionProblem === null
  const problem = failureOf(answer, named)
  const failure = selectionProblem ?? (answer.data === undefined ? problem : null)
  // What was read stays, and with it what is typed on it.
  const stale = failure === null ? problem : null
  // Where there is nothing, what stands in its place says so.
  const lacking = reports && !isEmpty && isRead ? lackingNotes(reports, subject.sources) : []
  const notes = lacking.length > 0 ? [...lacking, ...(props.notes ?? [])] : props.notes
  const shown = { frame, view: answer.view, narrowing: narrowing?.(answer.view) ?? [] }
  const applied = appliedIn({ view, narrowing: narrowing?.(view) ?? [] })
  const { isLocked = false } = props
  const disabledReason = isLocked
    ? 'Save or discard the changes first.'
    : answer.isReading || (!frame.isReady && selectionProblem === null)
      ? 'The numbers are being read.'
      : undefined
  const fileNameOf = (name: string) => `${name}-${answer.view.startDate}-${answer.view.endDate}`
  const fileName = fileNameOf(exported?.name ?? '')
  const describe: DescribeExport = async (content, rows) => {
    const { describeExport } = await import('#web/shell/describe-export.ts')
    const facts = [['Page', props.paperTitle ?? title] as const, ...exportFacts(shown, basis, notes ?? [])]
    return describeExport(
      { companyId: subject.company.id, asOf: subject.asOf, facts, readAt: answer.readAt },
      content,
      rows,
    )
  }
  const exportMenu = exported && (
    <ExportMenu
      content={exported.content}
      fileName={fileName}
      hasMoreRows={exported.hasMoreRows ?? false}
      {...(exported.more && { more: { ...exported.more, fileName: fileNameOf(exported.more.name) } })}
      isDisabled={!isRead}
    />
  )
  const freshness = (
    <Freshness
      lastDay={subject.lastDay}
      publishedAt={subject.publishedAt}
      hasGaps={props.hasGaps ?? false}
      reach={props.reach}
    />
  )
  return (
    <Page
      title={title}
      banner={props.banner}
      paper={paperFacts(shown, props.paperTitle ?? title, basis)}
      tabs={tabs}
      freshness={
        <>
          {props.isByOrder && (
            <span className={styles.basis} title={basis}>
              Money by order date
            </span>
          )}
          <Suspense fallback={freshness}>
            <SourceFreshness subject={subject} onAsItWas={() => setOpened('MOMENTS')}>
              {freshness}
            </SourceFreshness>
          </Suspense>
        </>
      }
      notice={
        past.asOf !== undefined && (
          <Suspense>
            <AsItWasBand
              past={past}
              isOfNow={subject.asOf === undefined}
              onChanges={() => setOpened('CHANGES')}
            />
          </Suspense>
        )
      }
      filters={
        <DashboardFilters
          frame={frame}
          disabledReason={disabledReason}
          isLocked={isLocked}
          result={isRead ? spokenView(shown) : undefined}
        />
      }
      applied={
        applied.length > 0 && (
          <Suspense>
            <AppliedFilters
              applied={applied}
              onRemove={(ids) => {
                let changes: Partial<V> = {}
                for (const { id, off } of applied)
                  if (ids.includes(id)) changes = { ...changes, ...off({ ...view, ...changes }) }
                frame.change(changes)
              }}
              disabledReason={disabledReason}
            />
          </Suspense>
        )
      }
      inspector={
        props.inspector ||
        ((drawer.explained || drawer.product !== null) && (
          <DashboardInspector frame={frame} products={props.products ?? []} {...props.explain} />
        ))
      }
    >
      <ExportDescription value={describe}>
        <Suspense>
          <DashboardCommands
            frame={frame}
            isLocked={isLocked}
            onExport={
              exported && isRead
                ? () => void saveTable((rows) => describe(exported.content, rows), 'csv', fileName)
                : undefined
            }
            onAsItWas={() => setOpened('MOMENTS')}
          />
          {opened === 'MOMENTS' && (
            <AsItWasDialog companyId={subject.company.id} past={past} onClose={close} />
          )}
          {opened === 'CHANGES' && subject.asOf !== undefined && (
            <ChangesDialog
              question={changesQuestion({ ...frame.scope, ...props.explain?.scope }, view, subject.asOf)}
              onClose={close}
            />
          )}
        </Suspense>
        <Band>
          {stale && (
            <div className={styles.stale}>
              <StateMessage
                kind="error"
                place="line"
                title={`${named} could not be read again`}
                action={
                  <Button size="sm" onPress={stale.retry} isPending={answer.isReading}>
                    Try again
                  </Button>
                }
              >
                {stale.text}
              </StateMessage>
            </div>
          )}
          {!isEmpty && failure === null && props.figures}
          {notes && selectionProblem === null && (!isEmpty || notes.length > 0) && (
            <DashboardNotes
              companyId={subject.company.id}
              notes={notes}
              opened={drawer.explained && !isCell(drawer.explained) ? drawer.explained.flag : null}
              onOpen={(flag) => drawer.open({ flag, start: view.startDate, end: view.endDate }, true)}
            />
          )}
          {!isEmpty && selectionProblem === null && toolbar?.(exportMenu)}
        </Band>
        {failure !== null ? (
          <Band>
            <StateMessage
              kind="error"
              title={failure.title}
              action={
                failure.retry ? (
                  <Button onPress={failure.retry} isPending={answer.isReading}>
                    Try again
                  </Button>
                ) : (
                  <Button onPress={frame.reset}>Reset filters</Button>
                )
              }
            >
              {failure.text}
            </StateMessage>
          </Band>
        ) : isEmpty ? (
          <Band>
            <Suspense>
              <NothingToShow frame={frame} noun={noun} reports={reports} />
            </Suspense>
          </Band>
        ) : typeof children === 'function' ? (
          children(exportMenu)
        ) : (
          children
        )}
      </ExportDescription>
    </Page>
  )
}

const failureOf = (
  { error, retry }: ShownAnswer<unknown, unknown>,
  named: string,
): (SelectionProblem & { retry: () => void }) | null =>
  error === null ? null : { title: `${named} could not be read`, text: errorText(error), retry }

type InspectorProps = NonNullable<DashboardPageProps<CommonView>['explain']> & {
  frame: DashboardFrame
  products: readonly string[]
}

/** The number, warning or product that the address names, beside the sheet or over it. */
function DashboardInspector({ frame, scope, products, comparisonOf, shareOf, neighboursOf }: InspectorProps) {
  const { view, drawer } = frame
  const { explained, product, takesFocus, close, explain } = drawer
  const way = { trail: drawer.trail, onBack: drawer.back }
  if (!explained) {
    return (
      <Suspense>
        <ProductDrawer
          scope={productScope(frame, scope)}
          sku={product!}
          takesFocus={takesFocus}
          way={{ ...way, neighbours: productsBeside(drawer, products) }}
          onExplain={explain}
          onClose={close}
        />
      </Suspense>
    )
  }
  // A number of a product is of its days, whatever the page compares with.
  const isOfProduct = drawer.ofProduct !== null
  const explainScope = isOfProduct ? productScope(frame, scope) : { ...frame.scope, ...scope }
  const comparison =
    comparisonOf && !isOfProduct
      ? comparisonOf
      : ({ start, end }: DateRange) => {
          if (isOfProduct) return daysBefore({ start, end })
          return view.growthType ? comparisonRange({ start, end }, view.growthType) : null
        }
  return (
    <Suspense>
      {isCell(explained) ? (
        <ExplainDrawer
          scope={explainScope}
          cell={explained}
          comparison={comparison(explained)}
          share={explained.isLeftOut ? null : (shareOf?.(explained) ?? null)}
          takesFocus={takesFocus}
          way={{
            ...way,
            neighbours: isOfProduct
              ? undefined
              : neighbourActs(neighboursOf?.(explained) ?? null, drawer.step),
          }}
          onExplain={explain}
          onClose={close}
        />
      ) : (
        <FlagDrawer scope={explainScope} flagged={explained} takesFocus={takesFocus} onClose={close} />
      )}
    </Suspense>
  )
}

/** Of orders, and whatever products the page is narrowed to. */
function productScope({ scope }: DashboardFrame, of: InspectorProps['scope']) {
  const { skus: _, brandNames: __, ...rest } = scope
  return {
    ...rest,
    basis: 'ORDER' as const,
    ...(of?.contingency !== undefined && { contingency: of.contingency }),
  }
}

/** Those before and after a product, in the table that it was opened from. */
function productsBeside({ product, products: opened, step }: Drawer, listed: readonly string[]) {
  const all = opened.includes(product!) ? opened : listed
  return neighboursIn(all, product!, (sku) => step({ product: sku }))
}

function neighbourActs(found: CellNeighbours | null, step: (cell: ExplainedCell) => void) {
  if (!found) return undefined
  const to = (cell: ExplainedCell | null) => (cell ? () => step(cell) : undefined)
  return {
    place: found.place,
    onPrevious: to(found.previous),
    onNext: to(found.next),
    onLeft: to(found.left),
    onRight: to(found.right),
  }
}
