import { skipToken, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { LANDED_PARTS } from '#contract/dashboards/product-master.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { CostChanges, CostPeriod, ProductMasterRow } from '#contract/product-master.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { ProductThumbnail } from '#web/metrics/product-cell.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { dayText, today as todayNow } from '#web/ui/dates.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Inspector, type InspectorProps } from '#web/ui/Inspector.tsx'
import { exactText, moneyText, priceText, quantityText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { barOf, lanesOf, scaleOf, type CostLane, type CostScale } from './cost-lanes.ts'
import { costSheet } from './cost-sheet.ts'
import { CostForm, newCost, type CostValues } from './CostForm.tsx'
import { identityOf, nameOf } from './product-columns.tsx'
import { useSaveCosts } from './use-save-costs.ts'
import styles from './CostDrawer.module.css'

interface CostDrawerProps extends Pick<InspectorProps, 'neighbours' | 'takesFocus' | 'onClose'> {
  companyId: string
  currencyCode: CurrencyCode
  /** The moment as of which it is read. */
  asOf: string | undefined
  sku: string
  /** Undefined where the row is on no page that was read. */
  row: ProductMasterRow | undefined
  refusal: string | undefined
}

/** What one product costs, period by period, and where another period is entered. */
export function CostDrawer({
  companyId,
  currencyCode,
  asOf,
  sku,
  row,
  refusal,
  ...inspector
}: CostDrawerProps) {
  const query = useQuery(
    trpc.productMaster.getCosts.queryOptions(
      sku ? { companyId, sku, currencyCode, ...(asOf !== undefined && { asOf }) } : skipToken,
    ),
  )
  const { data } = query
  const periods = data?.periods ?? []
  const today = data?.today ?? todayNow()
  const lanes = lanesOf(periods)
  /** The id of the period that is changed; NEW for one that is added. Until somebody says, one is added where there is none. */
  const [edited, setEdited] = useState<string | null>()
  const [isTyped, setTyped] = useState(false)
  const saving = useSaveCosts(companyId)
  const section = useRef<HTMLElement>(null)
  /** What had the focus gives way to the form, or to where the next one is begun. */
  const [led, setLed] = useState(0)
  const lead = () => setLed((times) => times + 1)
  useEffect(() => {
    const at = document.activeElement
    // Whoever has gone elsewhere meanwhile stays there.
    if (led > 0 && (at === document.body || section.current?.closest('aside')?.contains(at)))
      section.current?.querySelector<HTMLElement>('h3, button')?.focus()
  }, [led])
  const edit = (id: string | null) => {
    setTyped(false)
    setEdited(id)
    lead()
  }
  const close = () => {
    saving.reset()
    edit(null)
  }
  const changed = periods.find(({ id }) => id === edited)
  const save = async (cost: CostValues) => {
    const values = { ...cost, sku }
    const changes: Partial<CostChanges> = changed?.entered
      ? { updated: [{ ...values, id: changed.id, revision: changed.entered.revision }] }
      : { created: [values] }
    if (await saving.save(changes, 'Cost saved. All numbers are updated.')) close()
  }
  const remove = (period: CostPeriod) => {
    const { id, entered } = period
    if (id === edited) close()
    void saving
      .save(
        { deleted: [{ id, revision: entered!.revision }] },
        `The cost from ${dayText(period.validFrom)} is deleted.`,
        () => void saving.save({ created: [{ ...valuesOf(period), sku }] }, 'The cost is there again.'),
      )
      .then(lead)
  }
  const holding = lanes.flatMap(({ periods: of }) => of.filter((period) => holdsOn(period, today)))
  // One that is gone meanwhile takes nothing with it that was typed.
  const isOpen = edited === undefined ? data !== undefined && periods.length === 0 : edited !== null
  return (
    <Inspector
      {...inspector}
      title={row ? nameOf(row) : sku}
      subtitle={
        <span className={styles.codes}>
          <Identifier>{sku}</Identifier>
          {row?.asin && <Identifier>{row.asin}</Identifier>}
        </span>
      }
      {...(row && {
        picture: <ProductThumbnail identity={identityOf(row)} />,
      })}
      subject={sku}
      isWide
    >
      {query.isError && (
        <p role="alert" className={styles.section}>
          {errorText(query.error)}
        </p>
      )}
      {!data ? (
        query.isPending && (
          <div className={styles.section}>
            <Skeleton width="100%" kind="picture" />
          </div>
        )
      ) : (
        <>
          {holding.length > 0 && (
            <KeyFigures
              label="Costs of today"
              size="inspector"
              figures={holding.slice(0, 2).map(({ id, marketplace, landed, currency, validFrom }) => ({
                id,
                label: marketplace === '' ? 'Landed cost today' : placeName(marketplace),
                unit: { kind: 'money' as const, currencyCode: currency },
                value: landed,
                note: `since ${dayText(validFrom)}`,
              }))}
            />
          )}
          {periods.length > 0 && (
            <section className={styles.section} aria-label="Cost periods">
              <div className={styles.head}>
                <h3>
                  Cost periods <small>landed, per unit</small>
                </h3>
                <ExportMenu content={() => ({ sheet: costSheet(periods) })} fileName={`costs-${sku}`} />
              </div>
              <Lanes lanes={lanes} today={today} />
            </section>
          )}
          <section ref={section} className={styles.section} aria-label="Enter a cost">
            {isOpen ? (
              <>
                <h3 tabIndex={-1}>{changed ? 'Change period' : 'New period'}</h3>
                <CostForm
                  key={edited ?? NEW}
                  initial={
                    changed ? valuesOf(changed) : newCost(currencyCode, periods.length === 0 ? null : today)
                  }
                  skus={[sku]}
                  others={periods
                    .filter(
                      (other) =>
                        other.id !== edited && (other.entered || other.validFrom !== changed?.validFrom),
                    )
                    .map(({ marketplace, validFrom, validTo }) => ({
                      sku,
                      marketplace: marketplace || null,
                      validFrom,
                      validTo,
                    }))}
                  saveLabel={changed ? 'Save period' : 'Add period'}
                  isSaving={saving.isSaving}
                  failure={saving.failure}
                  refusal={refusal}
                  held={HELD}
                  onType={() => {
                    setTyped(true)
                    setEdited(edited ?? NEW)
                  }}
                  onCancel={close}
                  onSave={(cost) => void save(cost)}
                />
              </>
            ) : (
              <>
                {saving.failure !== null && <p role="alert">{saving.failure}</p>}
                <Button size="sm" icon={Plus} disabledReason={refusal} onPress={() => edit(NEW)}>
                  Add period
                </Button>
              </>
            )}
          </section>
          {lanes.map((lane) => (
            <section
              key={lane.marketplace}
              className={styles.section}
              aria-label={placeName(lane.marketplace)}
            >
              <h3>{placeName(lane.marketplace)}</h3>
              <SimpleTable
                label={`Costs, ${placeName(lane.marketplace)}`}
                isDense
                rows={lane.periods}
                rowId={({ id }) => id}
                columns={columnsOf(
                  refusal ??
                    (isTyped
                      ? 'Save or cancel the period that you are typing first.'
                      : query.isFetching
                        ? 'The periods are being read.'
                        : undefined),
                  edit,
                  remove,
                )}
              />
            </section>
          ))}
        </>
      )}
    </Inspector>
  )
}

const NEW = 'NEW'
/** Another product takes the place of this one, and of what is typed here. */
const HELD = ['opened']
const holdsOn = ({ validFrom, validTo }: CostPeriod, day: string): boolean =>
  validFrom <= day && (validTo === null || validTo >= day)
const placeName = (code: string): string =>
  code === '' ? 'All marketplaces' : (marketplaceOf(code)?.label ?? code)

/** As somebody entered it: an end that the next period makes is none of its own. */
const valuesOf = (period: CostPeriod): CostValues => ({
  marketplace: (period.marketplace || null) as CostValues['marketplace'],
  validFrom: period.validFrom,
  validTo: period.entered ? period.entered.validTo : period.validTo,
  currency: period.currency as CostValues['currency'],
  manufacturing: period.manufacturing,
  freight: period.freight,
  duty: period.duty,
  other: period.other,
  fbmShipping: period.fbmShipping,
})

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`

function Lanes({ lanes, today }: { lanes: readonly CostLane[]; today: string }) {
  const scale = scaleOf(
    lanes.flatMap(({ periods }) => periods),
    today,
  )
  const now = barOf({ validFrom: today, validTo: today }, scale)
  return (
    <div className={styles.lanes}>
      <Years scale={scale} />
      {lanes.map(({ marketplace, periods }) => (
        <div key={marketplace} className={styles.lane}>
          <span className={styles.place}>
            {placeName(marketplace)}, {[...new Set(periods.map(({ currency }) => currency))].join(' and ')}
          </span>
          <div className={styles.track}>
            {periods.map((period) => {
              const bar = barOf(period, scale)
              if (!bar) return null
              return (
                <span
                  key={period.id}
                  className={cx(styles.bar, holdsOn(period, today) && styles.holds)}
                  style={{ left: percent(bar.left), width: percent(bar.width) }}
                  title={`${exactText(period.landed, period.currency)}, from ${dayText(period.validFrom)}${period.validTo === null ? '' : ` to ${dayText(period.validTo)}`}`}
                >
                  {moneyText(period.landed, period.currency)}
                </span>
              )
            })}
          </div>
        </div>
      ))}
      {now && <i className={styles.now} style={{ left: percent(now.left) }} />}
    </div>
  )
}

/** The years of the scale, each where it begins. */
function Years({ scale }: { scale: CostScale }) {
  const first = Number(scale.start.slice(0, 4))
  const years = [0, 1, 2, 3].flatMap((more) => {
    const bar = barOf({ validFrom: `${first + more}-01-01`, validTo: `${first + more}-12-31` }, scale)
    return bar && bar.width > 0.08 ? [{ year: first + more, bar }] : []
  })
  return (
    <div className={styles.years} aria-hidden>
      {years.map(({ year, bar }) => (
        <span key={year} style={{ left: percent(bar.left) }}>
          {year}
        </span>
      ))}
    </div>
  )
}

const columnsOf = (
  refusal: string | undefined,
  onEdit: (id: string) => void,
  onRemove: (period: CostPeriod) => void,
): readonly SimpleColumn<CostPeriod>[] => [
  {
    id: 'from',
    title: 'From',
    kind: 'text',
    isName: true,
    cell: ({ validFrom }) => dayText(validFrom),
    cellHint: ({ file, entered }) =>
      file ? `${file.fileName}, row ${file.lineNumber}` : entered ? `Entered by ${entered.changedBy}` : '',
  },
  {
    id: 'to',
    title: 'To',
    kind: 'text',
    cell: ({ validTo }) => (validTo === null ? 'open' : dayText(validTo)),
  },
  ...LANDED_PARTS.map((part): SimpleColumn<CostPeriod> => ({
    id: part,
    title: SHORT[part],
    kind: 'number',
    cell: ({ [part]: amount }) => (amount === null ? <NoValue /> : costText(amount)),
  })),
  {
    id: 'landed',
    title: 'Landed',
    kind: 'number',
    cell: ({ landed, currency }) => <b title={exactText(landed, currency)}>{costText(landed)}</b>,
  },
  {
    id: 'acts',
    title: 'Change or delete',
    isTitleHidden: true,
    kind: 'number',
    cell: (period) => (
      <span className={styles.acts}>
        <IconButton
          icon={Pencil}
          size="xs"
          label={`Change the cost from ${dayText(period.validFrom)}`}
          disabledReason={refusal}
          onPress={() => onEdit(period.id)}
        />
        <IconButton
          icon={Trash2}
          size="xs"
          label={`Delete the cost from ${dayText(period.validFrom)}`}
          disabledReason={
            refusal ??
            (period.file
              ? `This cost comes from ${period.file.fileName}. Undo that import, or change the cost here.`
              : undefined)
          }
          onPress={() => onRemove(period)}
        />
      </span>
    ),
  },
]

/** To the cent, and to its last digit where somebody has said more. */
const costText = (amount: string): string => (/\.\d{3}/.test(amount) ? quantityText : priceText)(amount)

const SHORT = { manufacturing: 'Manuf.', freight: 'Freight', duty: 'Duty', other: 'Other' } as const
