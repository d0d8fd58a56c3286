import styles from './Spinner.module.css'
import { SpinnerMark } from './SpinnerMark.tsx'
import { useShownLoading } from './use-shown-loading.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface SpinnerProps {
  /** Stays mounted while this is false: what was shown stays for its second. */
  isLoading?: boolean
  label?: string
  /** The ring alone, where the words would crowd. They appear where motion is reduced. */
  isLabelHidden?: boolean
}

/** Says that something is being read, after 250 ms and then for 1000 ms at least. */
export function Spinner({ isLoading = true, label = 'Loading', isLabelHidden = false }: SpinnerProps) {
  const isShown = useShownLoading(isLoading)
  return (
    <output className={styles.spinner}>
      {isShown && (
        <>
          <SpinnerMark />
          {isLabelHidden ? (
            <>
              <VisuallyHidden>{label}</VisuallyHidden>
              <span className={styles.still} aria-hidden>
                {label}
              </span>
            </>
          ) : (
            label
          )}
        </>
      )}
    </output>
  )
}
