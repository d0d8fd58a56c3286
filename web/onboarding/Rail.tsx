import { cx } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './Rail.module.css'

interface RailProps {
  label: string
  steps: readonly { label: string; isOptional?: boolean }[]
  /** From 0. */
  current: number
}

const STEP_PX = 62
const MINOR_TICKS = [1, 2, 3, 4]
const TOP = 8.5

/** The scale along which the steps lie, with the pointer at the one that is being answered. */
export function Rail({ label, steps, current }: RailProps) {
  const at = (step: number) => TOP + step * STEP_PX
  const height = at(steps.length - 1) + TOP
  return (
    <div className={styles.rail}>
      <VisuallyHidden>
        <progress aria-label={label} max={steps.length} value={current + 1}>
          {`Step ${current + 1} of ${steps.length}`}
        </progress>
      </VisuallyHidden>
      <svg width="32" height={height} viewBox={`0 0 32 ${height}`} aria-hidden>
        <path d={`M8.5 ${TOP}V${at(steps.length - 1)}`} stroke="var(--line-control)" />
        {steps.map((step, index) => (
          <g key={step.label}>
            <path d={`M8.5 ${at(index)}h16`} stroke="var(--text-2)" strokeWidth="1.25" />
            {index < steps.length - 1 &&
              MINOR_TICKS.map((tick) => (
                <path
                  key={tick}
                  d={`M8.5 ${at(index) + (tick * STEP_PX) / (MINOR_TICKS.length + 1)}h6`}
                  stroke="var(--line-control)"
                />
              ))}
          </g>
        ))}
        <g transform={`translate(0 ${at(current)})`}>
          <path d="M0-6.5 9 0 0 6.5z" fill="var(--here)" />
          <path d="M8.5 0h20" stroke="var(--here)" strokeWidth="3" />
        </g>
      </svg>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.label}
            className={cx(styles.step, index === current && styles.current)}
            {...(index === current && { 'aria-current': 'step' as const })}
          >
            {step.label}
            {step.isOptional && <span className={styles.optional}> (Optional)</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
