import { BarMarks } from './BarMarks.tsx'
import type { ChartPeriod } from './chart-series.ts'
import { DifferenceMarks } from './DifferenceMarks.tsx'
import { LineMarks } from './LineMarks.tsx'
import type { LaidOutPanel } from './panels.ts'
import { StackMarks } from './StackMarks.tsx'

export interface MarksProps {
  laidOut: LaidOutPanel
  periods: readonly ChartPeriod[]
  /** Of the plot. */
  width: number
  /** Begins the names of the hatches. */
  hatch: string
}

/** What a panel draws over its grid. */
export function PanelMarks(props: MarksProps) {
  switch (props.laidOut.panel.form) {
    case 'line':
    case 'area':
      return <LineMarks {...props} />
    case 'bars':
      return <BarMarks {...props} />
    case 'stack':
      return <StackMarks {...props} />
    case 'difference':
      return <DifferenceMarks {...props} />
  }
}
