import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  PRODUCT_COSTS_MAX,
  type StatedCostPeriod,
  type ProductMaster,
  type ProductMasterRow,
} from '#contract/product-master.ts'
import { searchApplied } from '#web/dashboard/applied.ts'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { EnteredGate, useEntryRefusal } from '#web/dashboard/EnteredGate.tsx'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { OpenProduct, PicturedSkus } from '#web/metrics/product-cell.tsx'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Band } from '#web/shell/Page.tsx'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS, type Reach } from '#web/table/DataTable.tsx'
import { EditStore } from '#web/table/edit-store.ts'
import { ChangesBar } from '#web/table/SaveBar.tsx'
import { narrowedTo, type Segments } from '#web/table/segments.ts'
import { rowsFact, rowsOf, sheetOf, unsavedFacts } from '#web/table/sheet.ts'
import { tableEditor } from '#web/table/table-editor.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { TablePager } from '#web/table/TablePager.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { usePagedTable } from '#web/table/use-paged-table.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { neighboursIn } from '#web/ui/neighbours.ts'
import { countText, quantityText } from '#web/ui/numbers.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { costSheet } from './cost-sheet.ts'
import { productColumns } from './product-columns.tsx'
import { ProductFigures } from './ProductFigures.tsx'
import {
  ORDER_OF_COLUMN,
  productMaster,
  productMasterInput,
  PRODUCTS_PER_PAGE,
  type ProductMasterView,
} from './product-master-view.ts'
import { useProductEdits, type ProductEdits } from './use-product-edits.ts'
import styles from './ProductMasterPage.module.css'

// Opened seldom, and they bring forms and dialogs.
const CostDrawer = lazy(async () => ({ default: (await import('./CostDrawer.tsx')).CostDrawer }))
const BulkActions = lazy(async () => ({ default: (await import('./BulkActions.tsx')).BulkActions }))
const HistoryDialog = lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }))

const ProductImport = lazy(async () => ({ default: (await import('./ProductImport.tsx')).ProductImport }))

const TITLE = 'Product master'
const BASIS = 'All products named in your files, as they are today. Unit costs at today’s exchange rates.'
/** As many as one question may ask for. */
const EXPORT_PAGE = 1_000

/** Who the products are, how people call and sort them, and what they cost. */
export const ProductMasterPage = () => (
  // A cost may be known before the first sale.
  <EnteredGate title={TITLE} days="ALL">
    {(subject) => <Products key={subject.company.id} subject={subject} />}
  </EnteredGate>
)

function Products({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(productMaster, subject)
  const { view, change, scope, isReady, drawer } = frame
  const { companyId, currencyCode, asOf } = scope
  const refusal = useEntryRefusal(asOf)
  const query = useAnswerQuery(
    trpc.productMaster.list.queryOptions(isReady ? productMasterInput(scope, view) : skipToken),
  )
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const { data: categories } = useQuery(
    trpc.productMaster.getCustomCategories.queryOptions({
      companyId,
      searchText: '',
      ...(asOf !== undefined && { asOf }),
    }),
  )
  const [store] = useState(() => new EditStore())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const edits = useProductEdits(answer?.rows, { companyId, currencyCode, store })
  const openCosts = (opened: string) => change({ opened }, true)
  const wasOpened = useRef(view.opened)
  useEffect(() => {
    // Whoever was in the drawer goes on at its product.
    if (wasOpened.current !== '' && view.opened === '' && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#sheet tbody [tabindex="0"]')?.focus()
    wasOpened.current = view.opened
  }, [view.opened])

  const columns = useMemo(
    () =>
      productColumns({
        store,
        currencyCode: shown.view.currencyCode ?? currencyCode,
        displays: view.displays,
        categories: categories?.map(({ name }) => name) ?? [],
        isFixed: refusal !== undefined,
        onCosts: ({ sku }) => change({ opened: sku }, true),
      }),
    [store, shown.view, currencyCode, view.displays, categories, refusal, change],
  )
  const { table, paging } = usePagedTable<ProductMasterRow>({
    id: 'product-master',
    columns,
    rows: answer?.rows ?? NO_ROWS,
    rowId: idOf,
    selection: { selected, onSelect: setSelected },
    query: {
      page: view.page - 1,
      sort: { column: columnOf(view.sortBy), isDescending: view.sortOrder === 'DESC' },
      search: view.searchText,
    },
    onQuery: ({ page, sort }, isCorrected) => {
      const sortBy = sort && ORDER_OF_COLUMN[sort.column]
      change(
        {
          page: page + 1,
          sortBy: sortBy ?? 'COST',
          sortOrder: sortBy && sortBy !== 'COST' && sort.isDescending ? 'DESC' : 'ASC',
        },
        isCorrected,
      )
    },
    pageSize: PRODUCTS_PER_PAGE,
    total: answer?.total,
    isOfBefore: shown.view !== view,
  })
  const pictured = useMemo(
    () => (answer?.rows ?? []).flatMap(({ sku, hasPicture }) => (hasPicture ? [sku] : [])).toSorted(),
    [answer?.rows],
  )
  const skus = useMemo(() => (answer?.rows ?? []).map(({ sku }) => sku), [answer?.rows])
  // There is one drawer: what a product costs gives way to all of it.
  const openProduct = (sku: string, reach: Reach = 'enter') => {
    if (view.opened !== '') change({ opened: '' }, true)
    if (reach === 'follow') drawer.follow({ product: sku })
    else drawer.openProduct(sku, skus, reach === 'enter')
  }
  const counts = answer?.counts
  const segments: Segments<ProductMasterView['part']> = {
    label: 'Which products',
    options: [
      { value: 'ALL', label: 'All', ...countOf(counts?.all) },
      { value: 'WITHOUT_COST', label: 'Without cost', ...countOf(counts?.withoutCost) },
      { value: 'WITHOUT_BRAND', label: 'Without brand', ...countOf(counts?.withoutBrand) },
      { value: 'WITHOUT_SIZE', label: 'Without dimensions', ...countOf(counts?.withoutSize) },
    ],
    value: view.part,
    onChange: (part) => change({ part, page: 1 }, true),
  }
  const isNarrowed = view.searchText !== '' || view.part !== 'ALL'
  const isExcluded =
    isNarrowed || scope.marketplaces.length > 0 || scope.skus !== undefined || scope.brandNames !== undefined

  return (
    <>
      <LeaveGuard hasUnsaved={() => edits.count > 0 || store.edits().typed.size > 0} />
      <DashboardPage
        frame={frame}
        answer={shown}
        title={TITLE}
        named="The products"
        noun="product"
        basis={BASIS}
        narrowing={({ searchText }) => searchApplied(searchText)}
        products={skus}
        figures={<ProductFigures counts={counts} />}
        exported={{
          name: 'products',
          hasMoreRows: (answer?.total ?? 0) > PRODUCTS_PER_PAGE,
          content: async (rows) => {
            const held = rows === 'all' ? await allProducts(scope, shown.view) : rowsOf(table.lines)
            return {
              sheet: sheetOf(withSku(table.columns, columns), held, currencyCode),
              facts: [
                ...narrowedTo({ ...segments, value: shown.view.part }),
                rowsFact(held.length, answer?.total ?? held.length, 'the page shown'),
                ...unsavedFacts(edits.count, `Changes of ${countText(edits.count, 'product')}`),
              ],
              isReadNow: rows === 'all',
            }
          },
          more: {
            label: 'Costs, as an import reads them (CSV)',
            name: 'product-costs',
            content: async () => {
              const held = await allProducts(scope, shown.view)
              const costs = await allCosts(
                scope,
                held.map(({ sku }) => sku),
              )
              return {
                sheet: costSheet(costs),
                facts: narrowedTo({ ...segments, value: shown.view.part }),
                isReadNow: true,
              }
            },
          },
        }}
        inspector={
          view.opened !== '' && (
            <Suspense>
              <CostDrawer
                key={view.opened}
                companyId={companyId}
                currencyCode={currencyCode}
                asOf={asOf}
                sku={view.opened}
                row={edits.known.get(view.opened)}
                refusal={refusal}
                takesFocus
                neighbours={neighboursIn(
                  table.lines.map(({ id }) => id),
                  view.opened,
                  openCosts,
                )}
                onClose={() => openCosts('')}
              />
            </Suspense>
          )
        }
        toolbar={(exportMenu) => (
          <TableToolbar
            label="Products"
            search={{
              label: 'Search name, SKU, ASIN',
              value: view.searchText,
              onChange: (searchText) => change({ searchText, page: 1 }, true),
            }}
            segments={segments}
            chosen={{
              selected,
              noun: 'product',
              onClear: () => setSelected(new Set()),
              actions: (
                <Suspense>
                  <BulkActions
                    companyId={companyId}
                    currencyCode={currencyCode}
                    chosen={selected}
                    known={edits.known}
                    refusal={refusal}
                    onEdit={(edit) => edits.change(selected, edit)}
                    onDone={() => setSelected(new Set())}
                  />
                </Suspense>
              ),
            }}
          >
            <Suspense>
              <ProductImport
                companyId={companyId}
                refusal={refusal}
                reason={edits.count > 0 ? 'Save or discard your changes first.' : undefined}
              />
              <HistoryDialog companyId={companyId} refusal={refusal} />
            </Suspense>
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        )}
      >
        {counts && counts.soldWithoutCost > 0 && view.sortBy === 'COST' && !isNarrowed && (
          <Band>
            <p className={styles.remark}>
              <b>
                {countText(counts.withoutCost, 'product')} without a cost{' '}
                {counts.withoutCost === 1 ? 'comes' : 'come'} first
              </b>
              , with {quantityText(counts.unitsWithoutCost)} units sold in the last 30 days, whose profit is
              shown before cost of goods.
            </p>
          </Band>
        )}
        <PicturedSkus value={pictured}>
          <OpenProduct value={openProduct}>
            <PaperTables table={table}>
              {(part) => (
                <DataTable
                  table={part}
                  label={TITLE}
                  rowHeight={ROW_HEIGHTS.picture}
                  isLoading={!answer}
                  openedRow={view.opened || drawer.product}
                  onOpen={({ sku }, reach) => {
                    if (reach === 'follow' && view.opened !== '') openCosts(sku)
                    else openProduct(sku, reach)
                  }}
                  onLeave={drawer.close}
                  rowClass={({ sku }) => rowClassOf(sku, edits)}
                  empty={
                    <StateMessage
                      place="section"
                      title={isExcluded ? 'No products match these filters.' : 'No products yet'}
                      {...(isExcluded && {
                        action: (
                          <Button kind="primary" onPress={frame.reset}>
                            Reset filters
                          </Button>
                        ),
                      })}
                    >
                      {view.searchText !== ''
                        ? 'No product here has this text in its name, SKU or ASIN.'
                        : isExcluded
                          ? 'No product here matches the chosen marketplaces, brands and products.'
                          : 'Products appear after the first sync, or with the first imported file.'}
                    </StateMessage>
                  }
                  {...(refusal === undefined && { editor: tableEditor(table, store) })}
                />
              )}
            </PaperTables>
          </OpenProduct>
          <TablePager paging={paging} label="Pages" isBusy={shown.isReading} />
        </PicturedSkus>
        {edits.count > 0 && <Unsaved edits={edits} />}
      </DashboardPage>
    </>
  )
}

const NO_ROWS: readonly ProductMasterRow[] = []
const idOf = ({ sku }: ProductMasterRow) => sku
const countOf = (count: number | undefined) => (count === undefined ? {} : { count })
const columnOf = (order: ProductMasterView['sortBy']): string =>
  Object.entries(ORDER_OF_COLUMN).find(([, sortBy]) => sortBy === order)?.[0] ?? 'landed'

/** Without the SKU nobody, and no import, could tell whose row it is. */
function withSku(shown: Columns, all: Columns): Columns {
  const sku = all.find(({ id }) => id === 'sku')
  return !sku || shown.some(({ id }) => id === 'sku') ? shown : [...shown.slice(0, 1), sku, ...shown.slice(1)]
}
type Columns = readonly TableColumn<ProductMasterRow>[]

function rowClassOf(sku: string, { drafts }: ProductEdits): string | undefined {
  const found = drafts.find(({ draft }) => draft.sku === sku)
  if (!found) return undefined
  return found.problem === undefined ? styles.changed : styles.mend
}

/** Every product of the view, read part by part. */
async function allProducts(scope: Parameters<typeof productMasterInput>[0], view: ProductMasterView) {
  const rows: ProductMasterRow[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const part: ProductMaster = await queryClient.fetchQuery(
      trpc.productMaster.list.queryOptions(
        { ...productMasterInput(scope, view), pageNumber, pageSize: EXPORT_PAGE },
        { gcTime: 0 },
      ),
    )
    rows.push(...part.rows)
    if (part.rows.length < EXPORT_PAGE) return rows
  }
}

/** All that they have cost and will. */
async function allCosts(
  { companyId, asOf }: Pick<Parameters<typeof productMasterInput>[0], 'companyId' | 'asOf'>,
  skus: readonly string[],
): Promise<StatedCostPeriod[]> {
  const parts: StatedCostPeriod[][] = []
  for (let from = 0; from < skus.length; from += PRODUCT_COSTS_MAX) {
    const input = { companyId, skus: skus.slice(from, from + PRODUCT_COSTS_MAX) }
    parts.push(
      await queryClient.fetchQuery(
        trpc.productMaster.listCosts.queryOptions(
          { ...input, ...(asOf !== undefined && { asOf }) },
          { gcTime: 0 },
        ),
      ),
    )
  }
  return parts.flat()
}

/** How much is typed and not saved, and the way to save it or back. */
function Unsaved({ edits }: { edits: ProductEdits }) {
  const { problems, count, tooMany } = edits
  return (
    <ChangesBar
      {...edits.bar}
      reason={
        problems.length > 0
          ? 'Correct the errors first.'
          : tooMany
            ? 'Save fewer products at once.'
            : undefined
      }
      saveLabel="Save all"
      onDiscard={edits.discard}
      onSave={() => void edits.save()}
    >
      <output className={styles.count}>{countText(count, 'product')} not saved</output>
      {problems[0] && (
        <span className={styles.problem}>
          {problems[0].draft.sku}: {problems[0].problem}
        </span>
      )}
    </ChangesBar>
  )
}
