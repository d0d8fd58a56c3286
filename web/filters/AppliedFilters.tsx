import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import styles from './AppliedFilters.module.css'
import { namesText } from './names-text.ts'
import { useFittingCount } from './use-fitting-count.ts'

export interface AppliedFilter {
  id: string
  label: string
  names: readonly string[]
}

interface AppliedFiltersProps {
  applied: readonly AppliedFilter[]
  onRemove: (ids: readonly string[]) => void
  /** Why none can be taken off now. */
  disabledReason?: string | undefined
}

/** One line of what narrows the numbers, each of which can be taken off. What has no room is folded. */
export function AppliedFilters({ applied, onRemove, disabledReason }: AppliedFiltersProps) {
  const bar = useRef<HTMLElement>(null)
  const fitting = Math.max(useFittingCount(bar, applied), 1)
  const focusFrom = useRef<number>(null)
  // What had the focus is gone: the one that took its place gets it, and the filters after the last one.
  useEffect(() => {
    const place = focusFrom.current
    focusFrom.current = null
    if (place === null || !bar.current) return
    const buttons = bar.current.querySelectorAll('button')
    buttons[Math.min(place, buttons.length - 1)]?.focus()
  }, [applied])
  const remove = (ids: readonly string[], place: number) => {
    if (ids.length === applied.length) document.querySelector<HTMLElement>('search button')?.focus()
    else focusFrom.current = place
    onRemove(ids)
  }
  const folded = applied.slice(fitting)
  return (
    <section ref={bar} className={styles.bar} aria-label="Applied filters">
      {applied.slice(0, fitting).map((filter, index) => (
        <Chip
          key={filter.id}
          filter={filter}
          isDisabled={disabledReason !== undefined}
          onRemove={() => remove([filter.id], index)}
        />
      ))}
      {folded.length > 0 && (
        <DialogTrigger>
          <Button kind="ghost" size="sm">
            {folded.length} more
          </Button>
          <Popover placement="bottom end">
            <Dialog aria-label="More applied filters" className={styles.folded!}>
              {folded.map((filter) => (
                <Chip
                  key={filter.id}
                  filter={filter}
                  isDisabled={disabledReason !== undefined}
                  onRemove={() => remove([filter.id], fitting)}
                />
              ))}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
      {applied.length > 1 && (
        <Button
          kind="ghost"
          size="sm"
          disabledReason={disabledReason}
          onPress={() =>
            remove(
              applied.map(({ id }) => id),
              0,
            )
          }
        >
          Clear all
        </Button>
      )}
    </section>
  )
}

interface ChipProps {
  filter: AppliedFilter
  isDisabled: boolean
  onRemove: () => void
}

function Chip({ filter: { label, names }, isDisabled, onRemove }: ChipProps) {
  const text = namesText(names)
  return (
    <span data-filter className={styles.chip} title={names.length > 3 ? names.join(', ') : undefined}>
      <span className={styles.text}>
        <span className={styles.label}>{label}</span> {text}
      </span>
      {/* Pending and not disabled, so that the focus stays; see `FilterTrigger`. */}
      <AriaButton
        className={styles.remove!}
        aria-label={`Remove ${label} ${text}`}
        isPending={isDisabled}
        onPress={onRemove}
      >
        <Icon of={X} size={14} />
      </AriaButton>
    </span>
  )
}
