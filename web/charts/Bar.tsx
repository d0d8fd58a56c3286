import { toneColour, type ChartTone } from './chart-series.ts'

interface BarProps extends Omit<React.SVGProps<SVGRectElement>, 'from' | 'to'> {
  x: number
  width: number
  /** Pixels from the top; `from` is where zero or the bar below lies. */
  from: number
  to: number
  tone: ChartTone
  /** The hatch of what is not final. */
  hatch?: string | undefined
}

/** A bar. One that is not zero is at least a pixel high: it must not look like none. */
export function Bar({ from, to, tone, hatch, ...props }: BarProps) {
  const height = from === to ? 0 : Math.max(Math.abs(from - to), 1)
  return (
    <rect {...props} y={from > to ? from - height : from} height={height} fill={hatch ?? toneColour(tone)} />
  )
}
