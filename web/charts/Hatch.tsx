import { toneColour, type ChartTone } from './chart-series.ts'
import type { ChartPanel } from './panels.ts'

/** How what is not final is filled: pale, and hatched, so that it also shows without colour. */
export const hatchFill = (id: string, tone: ChartTone): string => `url(#${id}-${tone})`

/** The hatches of the colours that a chart has; they stand once in its drawing. */
export const HatchPatterns = ({ id, panels }: { id: string; panels: readonly ChartPanel[] }) => (
  <Hatches
    id={id}
    tones={panels.flatMap(({ series }) =>
      series.flatMap(({ tone, toneAt, values }) => [
        tone,
        ...(toneAt ? values.map((_, at) => toneAt(at)) : []),
      ]),
    )}
  />
)

export function Hatches({ id, tones }: { id: string; tones: readonly ChartTone[] }) {
  return (
    <defs>
      {[...new Set<ChartTone>([...tones, 'other'])].map((tone) => (
        <pattern
          key={tone}
          id={`${id}-${tone}`}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="4" height="4" fill={toneColour(tone)} opacity=".35" />
          <rect width="1.5" height="4" fill={toneColour(tone)} opacity=".75" />
        </pattern>
      ))}
    </defs>
  )
}
