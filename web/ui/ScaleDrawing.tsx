const WIDTH = 221
const HEIGHT = 52
const BASE = 42.5
const MAJOR = 55
const MINOR = 5.5

/** What the instrument shows: where its pointer stands, or what keeps it from standing. */
const READINGS = {
  /** A range lies beyond the last day that was read. */
  range: <Range />,
  /** The pointer is off the scale: there is no such place. */
  beyond: <Pointer at={235} />,
  /** The pointer is broken: the connection is. */
  broken: (
    <>
      <Pointer at={110} from={10} to={24} />
      <Pointer at={110} from={28} to={32} />
    </>
  ),
  /** The pointer is being drawn: come back later. */
  dotted: <Pointer at={110} from={16} dashes="3 3" />,
  /** The pointer rests at the beginning. */
  start: <Pointer at={0.5} />,
  /** The distance between two pointers. */
  span: <Span />,
  /** The pointer is on its way. */
  progress: (
    <>
      <path d="M0 45.5h128" stroke="var(--accent)" strokeWidth="5" />
      <Pointer at={128} />
    </>
  ),
} as const

export type ScaleReading = keyof typeof READINGS

/** The drawing of states that have no content: a scale, and what can be read from it. */
export const ScaleDrawing = ({ reading }: { reading: ScaleReading }) => (
  <svg
    width={WIDTH}
    height={HEIGHT}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    overflow="visible"
    fill="none"
    aria-hidden
  >
    <path d={`M0 ${BASE}H${WIDTH}`} stroke="var(--line-control)" />
    <path d={ticks(MINOR, 5)} stroke="var(--line-strong)" />
    <path d={ticks(MAJOR, 14)} stroke="var(--text-2)" />
    {READINGS[reading]}
  </svg>
)

function ticks(distance: number, height: number): string {
  const count = Math.floor(WIDTH / distance)
  return Array.from({ length: count + 1 }, (_, tick) => `M${tick * distance + 0.5} ${BASE}v-${height}`).join(
    '',
  )
}

interface PointerProps {
  at: number
  from?: number
  to?: number
  dashes?: string
}

function Pointer({ at, from = 12, to = BASE, dashes }: PointerProps) {
  return <path d={`M${at} ${from}V${to}`} stroke="var(--here)" strokeWidth="2" strokeDasharray={dashes} />
}

function Range() {
  return (
    <>
      <path d="M155 42V12" stroke="var(--here)" strokeWidth="2" />
      <path d="M150 6h10l-5 7z" fill="var(--here)" />
      <path d="M176 47h39" stroke="var(--accent)" strokeWidth="4" />
      <path d="M177 43v9M214 43v9" stroke="var(--accent)" strokeWidth="2" />
    </>
  )
}

function Span() {
  return (
    <>
      <Pointer at={60} />
      <Pointer at={160} />
      <path
        d="M65 27.5h90M70 24l-5 3.5 5 3.5M150 24l5 3.5-5 3.5"
        stroke="var(--text-muted)"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
