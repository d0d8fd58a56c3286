import { useRef, useState } from 'react'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { cx } from '#web/ui/class-names.ts'
import { percentText, rateText, wholeText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import axes from './axes.module.css'
import { changeOf } from './change.ts'
import { toneColour } from './chart-series.ts'
import { ratioFormat } from './formats.ts'
import { funnelBars, type FunnelBar, type FunnelStep } from './funnel.ts'
import styles from './FunnelChart.module.css'
import area from './press-area.module.css'
import { TableSwitch } from './TableSwitch.tsx'
import { useWidth } from './use-width.ts'
import { valueScale } from './value-scale.ts'

interface FunnelChartProps {
  title: string
  /** Whose share, of which days. */
  note?: string
  /** One sentence that says what the picture shows. */
  summary: string
  /** The first is par. */
  steps: readonly FunnelStep[]
  /** What par is, in the plot: "impression share". */
  parLabel: string
  status?: SectionStatus
  /** The share of a step was pressed: where does it come from? */
  onExplain?: (step: string) => void
}

const PLOT_HEIGHT = 158
const TEXT_HEIGHT = 94
const STEP_WIDTH_MIN = 148
const BAR_WIDTH = 62
const AXIS_WIDTH = 40
const WIDTH_UNMEASURED = 760

/** Where customers leave: the share of the market at each step, a bar each, against the share at the first. */
export function FunnelChart({ title, note, summary, steps, parLabel, status, onExplain }: FunnelChartProps) {
  const [isTable, setTable] = useState(false)
  const { par, bars, leak } = funnelBars(steps)
  return (
    <SectionFrame
      title={title}
      note={note}
      {...(status && { status })}
      height={PLOT_HEIGHT + TEXT_HEIGHT}
      actions={<TableSwitch isTable={isTable} onChange={setTable} />}
    >
      {isTable ? (
        <SimpleTable label={title} columns={columnsOf(par)} rows={bars} rowId={({ id }) => id} />
      ) : (
        <Plot summary={summary} par={par} parLabel={parLabel} bars={bars} leak={leak} onExplain={onExplain} />
      )}
    </SectionFrame>
  )
}

interface PlotProps extends Pick<FunnelChartProps, 'summary' | 'parLabel'> {
  par: number | null
  bars: readonly FunnelBar[]
  leak: string | null
  onExplain: FunnelChartProps['onExplain'] | undefined
}

function Plot({ summary, par, parLabel, bars, leak, onExplain }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = Math.max(
    useWidth(frame, 'funnel', WIDTH_UNMEASURED) - AXIS_WIDTH,
    bars.length * STEP_WIDTH_MIN,
  )
  const step = plot / Math.max(bars.length, 1)
  const { y, ticks } = valueScale(
    bars.map(({ share }) => share),
    { top: 24, bottom: PLOT_HEIGHT - 1 },
  )
  return (
    // Where it is too wide it scrolls, and the arrow keys must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={styles.frame} aria-label={summary} tabIndex={0}>
      <svg width={plot + AXIS_WIDTH} height={PLOT_HEIGHT} className={styles.plot} aria-hidden>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x2={plot}
              y1={crisp(y(tick))}
              y2={crisp(y(tick))}
              className={cx(axes.grid, tick === 0 && axes.zero)}
            />
            {tick !== 0 && (
              <text x={plot + 8} y={y(tick) + 4}>
                {ratioFormat.short(String(tick))}
              </text>
            )}
          </g>
        ))}
        {bars.map(({ id, share }, index) =>
          share === null ? null : <Bar key={id} x={index * step} share={share} par={par} y={y} />,
        )}
        {par !== null && (
          <>
            <line x2={plot} y1={crisp(y(par))} y2={crisp(y(par))} className={styles.par} />
            <text x={BAR_WIDTH + 8} y={y(par) - 6} className={cx(axes.label, axes.halo)}>
              Par: {parLabel}
            </text>
          </>
        )}
      </svg>
      <ol
        className={styles.steps}
        style={{ width: plot, gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
      >
        {bars.map((bar) => (
          <Step key={bar.id} bar={bar} par={par} isLeak={bar.id === leak} onExplain={onExplain} />
        ))}
      </ol>
    </section>
  )
}

interface BarProps {
  x: number
  share: number
  par: number | null
  y: (share: number) => number
}

/** Up to par in the colour of sales; what is above it is won, and what is missing to it is lost. */
function Bar({ x, share, par, y }: BarProps) {
  const held = par === null ? share : Math.min(share, par)
  return (
    <>
      <Block x={x} from={held} to={0} y={y} fill={toneColour('sales')} />
      {par !== null && share > par && <Block x={x} from={share} to={par} y={y} fill={toneColour('profit')} />}
      {par !== null && share < par && (
        <rect
          x={x + 0.5}
          y={crisp(y(par))}
          width={BAR_WIDTH - 1}
          height={Math.max(y(share) - y(par), 0)}
          className={styles.lost}
        />
      )}
    </>
  )
}

const Block = ({
  x,
  from,
  to,
  y,
  fill,
}: Pick<BarProps, 'x' | 'y'> & { from: number; to: number; fill: string }) => (
  <rect x={x} y={y(from)} width={BAR_WIDTH} height={Math.max(y(to) - y(from), 1)} fill={fill} />
)

interface StepProps {
  bar: FunnelBar
  par: number | null
  isLeak: boolean
  onExplain: FunnelChartProps['onExplain'] | undefined
}

function Step({ bar, par, isLeak, onExplain }: StepProps) {
  const { id, label, own, market, share, toPar, rate, rateLabel } = bar
  const shown = share === null ? <NoValue /> : percentText(share)
  return (
    <li className={styles.step}>
      <b className={styles.name}>
        {onExplain && share !== null ? (
          <button type="button" className={cx(area.press, styles.press)} onClick={() => onExplain(id)}>
            {label}
          </button>
        ) : (
          label
        )}
        {isLeak && <span className={styles.leak}>largest leak</span>}
      </b>
      <span className={styles.share}>
        <b>{shown}</b>
        {toPar !== null && <Judged value={toPar}>{pointsText(bar, par)}</Judged>}
      </span>
      <span>
        {own === null ? <NoValue /> : wholeText(own)} yours{' '}
        <small>of {market === null ? <NoValue /> : wholeText(market)}</small>
      </span>
      {rate && rateLabel && (
        <span>
          {rateLabel}{' '}
          {rate.own === null ? (
            <NoValue />
          ) : (
            <Judged value={rate.market === null ? null : rate.own - rate.market}>{rateText(rate.own)}</Judged>
          )}{' '}
          <small>market {rate.market === null ? <NoValue /> : rateText(rate.market)}</small>
        </span>
      )}
    </li>
  )
}

/** `+1.9 pp`: from par. */
const pointsText = ({ share }: FunnelBar, par: number | null): string =>
  changeOf(share?.toFixed(6), par?.toFixed(6), { isRatio: true }).text

const Judged = ({ value, children }: { value: number | null; children: React.ReactNode }) => (
  <em className={cx(styles.judged, value !== null && value !== 0 && (value > 0 ? styles.good : styles.bad))}>
    {children}
  </em>
)

const number = (
  id: string,
  title: string,
  cell: (bar: FunnelBar) => string | null,
): SimpleColumn<FunnelBar> => ({
  id,
  title,
  kind: 'number',
  cell: (bar) => cell(bar) ?? <NoValue />,
})

const columnsOf = (par: number | null): SimpleColumn<FunnelBar>[] => [
  { id: 'step', title: 'Step', kind: 'text', isName: true, cell: ({ label }) => label },
  number('own', 'Yours', ({ own }) => own && wholeText(own)),
  number('market', 'Market', ({ market }) => market && wholeText(market)),
  number('share', 'Your share', ({ share }) => (share === null ? null : percentText(share))),
  number('toPar', 'To par', (bar) => (bar.toPar === null ? null : pointsText(bar, par))),
  number('rate', 'Of the step before', ({ rate }) => (rate?.own == null ? null : rateText(rate.own))),
  number('marketRate', 'Market', ({ rate }) => (rate?.market == null ? null : rateText(rate.market))),
]

/** A hairline between two pixels would be two pale ones. */
const crisp = (y: number): number => Math.round(y) + 0.5
